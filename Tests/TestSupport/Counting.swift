import Foundation
import Synchronization

/// Counts down to zero, on any thread.
package final class Countdown: Sendable {
  private let count: Atomic<Int>

  package init(_ count: Int) {
    self.count = Atomic(count)
  }

  /// Counts down by one, and returns the remaining count.
  @discardableResult
  package func countDown() -> Int {
    count.subtract(1, ordering: .acquiringAndReleasing).newValue
  }

  package var isDone: Bool { count.load(ordering: .acquiring) <= 0 }

  package func wait() {
    while !isDone { sched_yield() }
  }
}

/// Counts up, on any thread.
package final class Tally: Sendable {
  private let storage = Atomic<Int>(0)

  package init() {}

  package func add(_ amount: Int = 1) {
    storage.add(amount, ordering: .acquiringAndReleasing)
  }

  package var count: Int { storage.load(ordering: .acquiring) }
}

/// Counts calls of a closure that are made while it is running.
package final class OverlapDetector: Sendable {
  private let running = Atomic<Int>(0)
  private let overlaps = Tally()

  package init() {}

  package func enter(_ body: () -> Void) {
    if running.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { overlaps.add(1) }
    body()
    running.subtract(1, ordering: .acquiringAndReleasing)
  }

  package var overlapCount: Int { overlaps.count }
}
