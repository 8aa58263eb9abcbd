#if canImport(SwiftUI)
public import Airwave
public import SwiftUI

extension View {
  /// Listens while the view is on screen.
  ///
  /// ```swift compile
  /// import AirwaveUI
  /// import SwiftUI
  ///
  /// struct Banner: View {
  ///   let messages: Receiver<String>
  ///   @State private var message = ""
  ///
  ///   var body: some View {
  ///     Text(message).onReceive(messages) { message = $0 }
  ///   }
  /// }
  /// ```
  ///
  /// Begins when the view appears, with what is replayed, and ends when it disappears. The closure runs on the main
  /// actor, at once when the broadcast is made there, and is always that of the newest body. The receiver is the one
  /// that the view had when it appeared: receivers after operators are new in each body. A view that must hear another
  /// receiver, such as that of another model, needs another `id(_:)`.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - action: Hears each value.
  /// - Returns: The view.
  public nonisolated func onReceive<Value: Sendable>(
    _ receiver: Receiver<Value>,
    perform action: @escaping @MainActor (Value) -> Void
  ) -> some View {
    modifier(ListeningModifier(receiver: receiver, action: action))
  }
}

private struct ListeningModifier<Value: Sendable>: ViewModifier {
  private let receiver: Receiver<Value>
  private let action: @MainActor (Value) -> Void
  /// A `State` without its attribute, as in `Latest`.
  private var state = State(wrappedValue: OnScreenListener<Value>())

  nonisolated init(receiver: Receiver<Value>, action: @escaping @MainActor (Value) -> Void) {
    self.receiver = receiver
    self.action = action
  }

  func body(content: Content) -> some View {
    let listener = state.wrappedValue
    listener.action = action
    return content.onAppear { listener.begin(receiver) }.onDisappear { listener.end() }
  }
}

/// Listens for a view. It ends with the view's state, too, if SwiftUI does not say that the view disappears.
@MainActor
private final class OnScreenListener<Value: Sendable> {
  var action: @MainActor (Value) -> Void = { _ in }
  private var listening: ScopedDisposable?

  nonisolated init() {}

  func begin(_ receiver: Receiver<Value>) {
    listening = receiver.listen { [weak self] value in self?.action(value) }.scoped()
  }

  func end() { listening = nil }
}
#endif
