/// An object whose deinitialization a test observes. It is captured by a closure, or sent as a value.
package final class Witness: Sendable {
  private let onDeinit: @Sendable () -> Void

  package init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}
