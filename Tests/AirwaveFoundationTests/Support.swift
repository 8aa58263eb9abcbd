import Airwave
import Synchronization

/// Collects what listeners hear, on any thread.
final class Heard<Value: Sendable>: Sendable {
  private let storage = Mutex<[Value]>([])

  func append(_ value: Value) { storage.withLock { $0.append(value) } }

  var values: [Value] { storage.withLock { $0 } }
}

/// An object whose life a test follows, or that posts.
final class Witness: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}
