import Foundation
import Synchronization

/// Collects the values that a listener hears, on any thread.
///
/// A spinlock guards the values instead of a `Mutex`, because the thread sanitizer does not see into `Mutex` on Linux.
package final class Heard<Value: Sendable>: @unchecked Sendable {
  private let isTaken = Atomic<Bool>(false)
  private var storage: [Value] = []

  package init() {
    #if Inspector
    InspectedTests.begin()
    #endif
  }

  package func append(_ value: Value) {
    exclusively { storage.append(value) }
  }

  package var values: [Value] { exclusively { storage } }

  private func exclusively<Result>(_ body: () -> Result) -> Result {
    while isTaken.exchange(true, ordering: .acquiring) { sched_yield() }
    // An exchange, because the optimizer would move the retain of a copied reference below a store.
    defer { _ = isTaken.exchange(false, ordering: .releasing) }
    return body()
  }
}

/// Collects the values that one listener hears, without a lock: a listener is not called while it is running
/// (Contract 3).
package final class HeardByOne<Value: Sendable>: @unchecked Sendable {
  // Unchecked: if the library kept no promise, the thread sanitizer would report a race on the values.
  package var values: [Value] = []

  package init() {}
}
