/// Runs a closure on the first call, then releases it.
final class Start: Sendable {
  private let action: Lock<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = Lock(action)
  }

  func callAsFunction() {
    let action = action.withLock { exchange(&$0, with: nil) }
    action?()
  }
}
