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

/// Runs a function later on an actor, in a task that inherits no priority and no task-local value. Retains the actor
/// until then.
func hop(to actor: any Actor, _ body: @escaping () -> Void) {
  let body = OnIsolation(content: body)
  if actor === MainActor.shared {
    // Starts on the main queue. Another task would start on a thread of the cooperative pool, and wait there behind all
    // that waits for the pool. So would a task that has left the main actor, and returns to it.
    Task.detached { @MainActor in body.content() }
  } else {
    Task.detached { await body.run(on: actor) }
  }
}

/// Content that is not `Sendable`, and that is used on one isolation only.
struct OnIsolation<Content>: @unchecked Sendable {
  // Unchecked: the code that makes one uses the content only on that isolation.
  let content: Content
}

extension OnIsolation where Content == () -> Void {
  fileprivate func run(on actor: isolated any Actor) {
    content()
  }
}
