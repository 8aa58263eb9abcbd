import Dispatch
import Synchronization

/// What a call leaves to a thread of the system's pool, because the call must not run it, or not for so long: drainers,
/// and the release of what other threads have removed.
package enum SystemPool {
  /// The number of blocks that have not finished.
  private static let count = Atomic<Int>(0)

  /// Runs a block on a thread of the system's pool. A serial queue of its own gets a thread even if computations occupy
  /// all threads of the global queues.
  @inline(never) static func run(_ block: @escaping @Sendable () -> Void) {
    count.wrappingAdd(1, ordering: .relaxed)
    let block = WorkObservation.observed(block)
    DispatchQueue(label: "Airwave").async {
      block()
      count.subtract(1, ordering: .releasing)
    }
  }

  /// Whether all blocks have finished. If so, the caller sees what they have done. For tests: a delivery that a thread
  /// has offered to others may go on after all calls have returned, and so may the release of what was removed.
  package static var isAtRest: Bool { count.load(ordering: .acquiring) == 0 }
}
