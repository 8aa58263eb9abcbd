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
  /// Make the binding in the body of a view, as above. SwiftUI reads the variable when the binding is made. This body
  /// is therefore tracked: it runs again when the variable is set, on whichever thread, and makes a binding of the new
  /// value. A child view that is given the binding is updated with it. A binding that is made elsewhere and kept, in a
  /// property or in `init`, sets the variable, but goes on showing the value that the variable had when the binding was
  /// made.
  public nonisolated var binding: Binding<Value> {
    Binding(get: { self.value }, set: { self.value = $0 })
  }

  /// Makes a binding that animates what its control changes.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import SwiftUI
  ///
  /// struct Details: View {
  ///   let showsDetails: Variable<Bool>
  ///
  ///   var body: some View {
  ///     Toggle("Details", isOn: showsDetails.binding(animation: .default))
  ///     if showsDetails.value { Text("Details") }
  ///   }
  /// }
  /// ```
  ///
  /// The variable is set inside `withAnimation`. A set that is made elsewhere is not animated by the binding. Otherwise
  /// this is as ``binding``.
  ///
  /// - Parameter animation: The animation. With `nil` the change is not animated, whatever surrounds it.
  /// - Returns: The binding.
  public nonisolated func binding(animation: Animation?) -> Binding<Value> {
    Binding(get: { self.value }, set: { value in withAnimation(animation) { self.value = value } })
  }
}
#endif
