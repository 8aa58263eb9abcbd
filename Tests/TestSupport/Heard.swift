import Synchronization

/// Collects what a listener hears, on any thread.
///
/// Guarded by an atomic flag instead of a `Mutex`, because the thread sanitizer does not see into `Mutex` on Linux.
package final class Heard<Value: Sendable>: @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  private var storage: [Value] = []

  package init() {}

  package func append(_ value: Value) {
    exclusively { storage.append(value) }
  }

  package var values: [Value] { exclusively { storage } }

  private func exclusively<Result>(_ body: () -> Result) -> Result {
    while isTaken.exchange(true, ordering: .acquiring) {}
    // Not a store, below which the optimizer would move the retain of what is copied.
    defer { _ = isTaken.exchange(false, ordering: .releasing) }
    return body()
  }
}
