import Dispatch
public import Synchronization

/// The turns of listeners that wait for an actor, or for a dispatch queue.
///
/// One task drains the queue on the actor: it takes the turns in order, one at a time, and as many in one go as have gathered.
/// After 512 turns or a millisecond it leaves the actor to other work, and goes on behind that (Contract 11). The task is
/// detached: it inherits neither the task-local values nor the priority of the thread that happened to post first.
///
/// The listeners of one pair on the same actor share a queue. So they are called in the order in which they joined, for each
/// value before the next (Contract 2). A listener with a gate of its own, behind a junction, has a queue of its own, too: a
/// value for it need not wait while another listener runs (Contract 4).
@usableFromInline
final class ActorQueue: @unchecked Sendable {
  // Unchecked: `isDraining`, `mustReschedule` and `batch` are accessed on the actor, or the dispatch queue, only.

  enum Executor {
    /// Held weakly for the sake of listeners that end with their actor. The closures of others hold it.
    case actor(WeakReference)
    case queue(DispatchQueue)
  }

  private struct Pending {
    /// A listener for each of its turns.
    var turns: [AnyMailbox] = []
    /// Whether a task that drains the queue runs, or is about to.
    var isScheduled = false
  }

  /// When a drain ends though turns wait.
  private enum Limit {
    /// Of a scheduled drain: others wait for the actor.
    static let (turns, milliseconds) = (512, Int64(1))
    /// Of a broadcast on the main actor, whose caller expects its listeners to be called before it returns. It takes this many
    /// turns in any case: a thread that is suspended for some milliseconds meanwhile has not worked for so long.
    static let (turnsHere, millisecondsHere) = (64, Int64(10))
  }

  private let executor: Executor
  @usableFromInline let isMain: Bool
  private let pending = Lock(Pending())

  /// Whether a turn waits: exact for a caller on the actor that keeps the listeners in question from being posted to.
  ///
  /// Relaxed: what is posted is published by the lock.
  @usableFromInline let hasPending = Atomic<Bool>(false)

  /// Whether a turn is being taken: by a caller further up the stack, if a caller on the actor sees it.
  @exclusivity(unchecked) @usableFromInline var isDraining = false

  /// Whether the scheduled task has ended early, because it met a drain further up its stack: that drain schedules the next.
  @exclusivity(unchecked) private var mustReschedule = false

  /// The turns that have been taken from `pending`, the newest first.
  @exclusivity(unchecked) private var batch: [AnyMailbox] = []

  init(on executor: Executor) {
    self.executor = executor
    isMain = if case .actor(let actor) = executor { actor.object === MainActor.shared } else { false }
  }

  @usableFromInline convenience init(on actor: any Actor) {
    self.init(on: .actor(WeakReference(actor)))
  }

  /// Whether a turn can be taken without waiting: the caller is on the main actor, and so is the queue.
  @inlinable var isHere: Bool { isMain && MainQueue.isCurrent }

  @inlinable var isFree: Bool { !isDraining && !hasPending.load(ordering: .relaxed) }

  /// Gives a listener a turn behind those that wait.
  ///
  /// If the queue is here, what waits is drained before this returns, for 64 turns or ten milliseconds, whichever is longer,
  /// unless a drain is under way further up the stack. `post` says what the turn is for, while no other thread looks.
  ///
  /// - Returns: Whether the actor still exists.
  @usableFromInline
  func add(_ mailbox: AnyMailbox, isHere: Bool, _ post: () -> Void) -> Bool {
    let mustSchedule = pending.withLock { pending in
      post()
      pending.turns.append(mailbox)
      hasPending.store(true, ordering: .relaxed)
      if isHere || pending.isScheduled { return false }
      pending.isScheduled = true
      return true
    }
    if isHere { drainHere() }
    return !mustSchedule || schedule()
  }

  /// Keeps others from posting.
  func exclusively<Result>(_ body: () -> Result) -> Result {
    pending.withLock { _ in body() }
  }

  // MARK: On the actor

  private func drainHere() {
    if isDraining { return }
    drain { turns, time in turns >= Limit.turnsHere && time.hasReached(milliseconds: Limit.millisecondsHere) }
    let mustSchedule = pending.withLock { pending in
      let wasScheduled = pending.isScheduled && !mustReschedule
      pending.isScheduled = hasTurns(pending) || wasScheduled
      return pending.isScheduled && !wasScheduled
    }
    mustReschedule = false
    if mustSchedule { _ = schedule() }
  }

  /// What the scheduled task does at a time.
  ///
  /// - Returns: Whether it must go on.
  private func drainScheduled() -> Bool {
    if isDraining {
      mustReschedule = true
      return false
    }
    drain { turns, time in turns == Limit.turns || time.hasReached(milliseconds: Limit.milliseconds) }
    return pending.withLock { pending in
      pending.isScheduled = hasTurns(pending)
      return pending.isScheduled
    }
  }

  private func drain(until isDone: (_ turns: Int, _ time: Stopwatch) -> Bool) {
    let stopwatch = Stopwatch()
    isDraining = true
    var count = 0
    while let mailbox = nextTurn() {
      mailbox.takeTurn()
      count += 1
      if isDone(count, stopwatch) { break }
    }
    isDraining = false
  }

  private func nextTurn() -> AnyMailbox? {
    if batch.isEmpty {
      batch = pending.withLock { exchange(&$0.turns, with: []) }
      batch.reverse()
    }
    return batch.popLast()
  }

  /// Whether a turn waits. Called with the lock held.
  private func hasTurns(_ pending: borrowing Pending) -> Bool {
    let hasTurns = !(batch.isEmpty && pending.turns.isEmpty)
    hasPending.store(hasTurns, ordering: .relaxed)
    return hasTurns
  }

  // MARK: Scheduling

  /// - Returns: Whether the actor still exists.
  private func schedule() -> Bool {
    switch executor {
    case .actor(let reference):
      guard let actor = reference.object as? any Actor else {
        // Released without the lock.
        let abandoned = pending.withLock { exchange(&$0, with: Pending()) }
        return withExtendedLifetime(abandoned) { false }
      }
      Task.detached { [self] in await drain(on: actor) }
    case .queue(let queue):
      queue.async { [self] in
        if drainScheduled() { _ = schedule() }
      }
    }
    return true
  }

  private func drain(on actor: isolated any Actor) async {
    while drainScheduled() { await Task.yield() }
  }
}
