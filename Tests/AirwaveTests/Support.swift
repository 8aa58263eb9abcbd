import Airwave
import Synchronization

/// The strategies that differ, with limits around the number of values that the tests send.
let everyStrategy: [ReplayStrategy] = [
  .hot, .warm(upTo: 0), .warm(upTo: 1), .warm(upTo: 2), .warm(upTo: 7), .warm(upTo: .max), .cold,
]

extension ReplayStrategy {
  /// What a pair of this strategy replays after `values` were broadcast.
  func replayed<Value>(of values: [Value]) -> [Value] {
    switch self {
    case .hot: []
    case .warm(let limit): values.suffix(limit)
    case .cold: values
    }
  }
}

/// Collects what a listener hears, on any thread.
///
/// Guarded by an atomic flag instead of a `Mutex`, because the thread sanitizer does not see into `Mutex` on Linux.
final class Heard<Value: Sendable>: @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  private var storage: [Value] = []

  func append(_ value: Value) {
    exclusively { storage.append(value) }
  }

  var values: [Value] { exclusively { storage } }

  private func exclusively<Result>(_ body: () -> Result) -> Result {
    while isTaken.exchange(true, ordering: .acquiring) {}
    defer { isTaken.store(false, ordering: .releasing) }
    return body()
  }
}

/// An object whose life a test follows: captured by a closure, or sent as a value.
final class Witness: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void = {}) {
    self.onDeinit = onDeinit
  }

  deinit {
    onDeinit()
  }
}
