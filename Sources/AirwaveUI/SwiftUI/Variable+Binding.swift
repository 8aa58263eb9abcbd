#if canImport(SwiftUI)
public import Airwave
public import SwiftUI

extension Variable {
  /// The variable as a binding, for a control of SwiftUI.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import SwiftUI
  ///
  /// struct NameField: View {
  ///   let name: Variable<String>
  ///
  ///   var body: some View {
  ///     TextField("Name", text: name.binding)
  ///   }
  /// }
  /// ```
  ///
  /// A view that reads the binding is updated when the variable is set, on whichever thread.
  public nonisolated var binding: Binding<Value> {
    Binding(get: { self.value }, set: { self.value = $0 })
  }
}
#endif
