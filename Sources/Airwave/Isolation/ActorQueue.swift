import Dispatch
public import Synchronization

/// The queue of the listeners that wait for an actor, or for a dispatch queue. Its elements are *turns*: in a turn, one
/// listener handles one value, or its end.
///
/// One task drains the queue on the actor. It takes the turns in order, one at a time, until the queue is empty. After
/// 512 turns or one millisecond it leaves the actor to other work, and then continues (Contract 11). The task is
/// detached, so that it inherits neither the task-local values nor the priority of the thread that posted first.
///
/// Between two drains the task does not hold the actor. So a listener whose owner is its actor ends with the last
/// reference of the user, also while values flood in. On the main actor, the task ends after a drain, and another one
/// continues. See `hop(to:_:)`.
///
/// The listeners of one pair on the same actor, or on the same dispatch queue, share a queue. They are therefore called
/// in the order in which they joined, for each value before the next (Contract 2). A listener after a junction has a
/// gate of its own, and therefore a queue of its own on an actor: its values need not wait while another listener runs
/// (Contract 4).
///
/// The queue of a dispatch queue calls sinks one at a time, as the holder of a gate does. Listeners behind these sinks
/// may wait for an actor in turn, and share the queues that this queue owns.
@usableFromInline final class ActorQueue: ActorQueueOwner, @unchecked Sendable {
  // Unchecked: `isDraining` and `isSpent` are accessed only on the actor, or on the dispatch queue.

  enum Executor {
    /// A weak reference, so that a listener whose owner is its actor does not keep the actor alive. The closures of
    /// other listeners hold their actor.
    case actor(WeakActor)
    case queue(DispatchQueue)
  }

  private struct Pending: ~Copyable {
    /// The mailbox of each turn, oldest first.
    var turns = SegmentedQueue<AnyMailbox>()
    /// Whether a task that drains the queue runs or is scheduled.
    var isScheduled = false
    /// What observes the turns until the queue is empty: one for each cause.
    var works: [any BackgroundWork] = []
  }

  /// When a drain stops although turns are left.
  private enum Limit {
    /// For a scheduled drain: other work waits for the actor.
    static let (turns, milliseconds) = (512, Int64(1))
    /// For a drain inside a broadcast on the main actor, whose caller expects its listeners to be called before it
    /// returns. The drain stops when it has reached both limits, because a thread that was suspended for some
    /// milliseconds may have taken only a few turns.
    static let (turnsHere, millisecondsHere) = (64, Int64(10))
  }

  private let executor: Executor
  @usableFromInline let isMain: Bool
  private let pending = Lock(Pending())

  /// Whether a turn waits. Exact for a caller that is on the actor, and that keeps other threads from posting to the
  /// listener in question, as the holder of a gate does.
  ///
  /// Relaxed: the lock publishes what is posted. The caller sees what earlier holders of its gate have stored, because
  /// it has acquired the gate, and what the actor has stored. Other gates may post meanwhile.
  @usableFromInline let hasPending = Atomic<Bool>(false)

  /// Whether a drain is in progress. If a caller on the actor finds it true, the drain is further up its stack.
  @exclusivity(unchecked) @usableFromInline var isDraining = false

  /// Whether a drain inside a broadcast has left turns, which the scheduled task has not begun to take. What is posted
  /// meanwhile waits for the task. Otherwise each listener of one value would drain for as long as one broadcast may.
  @exclusivity(unchecked) private var isSpent = false

  /// The channel whose gate's holder makes all posts of values to this queue, or nil if the holders of several gates
  /// may post. It is not retained, because it outlives every post.
  @usableFromInline let channel: Unmanaged<AnyChannel>?

  private let sharedActorQueues = AtomicLazyReference<ActorQueues>()

  /// The queues of the listeners behind the sinks that this queue calls.
  @usableFromInline var actorQueues: ActorQueues {
    sharedActorQueues.load() ?? sharedActorQueues.storeIfNil(ActorQueues())
  }

  init(on executor: Executor, of channel: Unmanaged<AnyChannel>? = nil) {
    self.executor = executor
    self.channel = channel
    isMain = if case .actor(let actor) = executor { actor.actor === MainActor.shared } else { false }
  }

  @usableFromInline convenience init(on actor: any Actor) {
    self.init(on: .actor(WeakActor(actor)))
  }

  /// Whether a turn can be taken without waiting: this is the queue of the main actor, and the caller is on the main
  /// actor.
  @inlinable var isHere: Bool {
    guard isMain else { return false }
    return channel?._withUnsafeGuaranteedRef { $0.isOnMainQueue } ?? MainQueue.isCurrent
  }

  @inlinable var isFree: Bool { !isDraining && !hasPending.load(ordering: .relaxed) }

  /// Appends a turn of a listener.
  ///
  /// If `isHere` is true, the queue is drained before this returns: until it is empty, or for 64 turns or ten
  /// milliseconds, whichever is longer. It is not drained if a drain has left turns to the scheduled task, if one is in
  /// progress further up the stack, or inside a call that runs its own listeners only, because the turns of others
  /// wait, too (Contract 4). `post` is called while the lock is held, and adds the value of the turn to the mailbox.
  ///
  /// - Returns: Whether the actor still exists.
  @usableFromInline func add(_ mailbox: AnyMailbox, isHere: Bool, _ post: () -> Void) -> Bool {
    let drains = isHere && !isSpent && !OwnListenersOnly.isCurrent
    let work = WorkObservation.begin()
    let mustSchedule = pending.withLock { pending in
      post()
      pending.turns.append(mailbox)
      if let work, !pending.works.contains(where: { $0.covers(work) }) { pending.works.append(work) }
      hasPending.store(true, ordering: .relaxed)
      if drains || pending.isScheduled { return false }
      pending.isScheduled = true
      return true
    }
    if drains { drainHere() }
    return !mustSchedule || schedule()
  }

  /// Releases an object where its content may be used: on the actor, or on any thread if this is the queue of a
  /// dispatch queue, whose closures have no isolation.
  ///
  /// The contents of an actor that no longer exists may still share objects, which their `deinit` may use. They are
  /// released one after the other, on an actor of their own.
  @usableFromInline func release(_ object: Unmanaged<some Sendable & AnyObject>) {
    guard case .actor(let reference) = executor else { return object.release() }
    Self.release(object, on: reference.actor ?? LastActor.shared)
  }

  /// Releases an object on an actor: at once, if that is the main actor, and the caller is on it.
  static func release(_ object: Unmanaged<some Sendable & AnyObject>, on actor: any Actor) {
    if actor === MainActor.shared, MainQueue.isCurrent { return object.release() }
    hop(to: actor) { object.release() }
  }

  /// Calls a function while no thread can post.
  func exclusively<Result>(_ body: () -> Result) -> Result {
    pending.withLock { _ in body() }
  }

  // MARK: On the actor

  private func drainHere() {
    if isDraining { return }
    let hasStopped = drain { turns, time in
      turns >= Limit.turnsHere && time.hasReached(milliseconds: Limit.millisecondsHere)
    }
    let (mustSchedule, done) = pending.withLock { pending in
      // A turn that another thread has added since the drain found none is not left to the task.
      let hasTurns = hasTurns(pending)
      isSpent = hasStopped && hasTurns
      let mustSchedule = hasTurns && !pending.isScheduled
      if mustSchedule { pending.isScheduled = true }
      return (mustSchedule, hasTurns ? [] : exchange(&pending.works, with: []))
    }
    for work in done { work.end() }
    if mustSchedule { _ = schedule() }
  }

  /// Performs one drain of the scheduled task.
  ///
  /// - Returns: Whether the task must continue.
  private func drainScheduled() -> Bool {
    if isDraining {
      // The drain further up the stack takes what waits, or schedules another task.
      pending.withLock { $0.isScheduled = false }
      return false
    }
    _ = drain { turns, time in turns == Limit.turns || time.hasReached(milliseconds: Limit.milliseconds) }
    isSpent = false
    let (mustContinue, done) = pending.withLock { pending in
      pending.isScheduled = hasTurns(pending)
      return (pending.isScheduled, pending.isScheduled ? [] : exchange(&pending.works, with: []))
    }
    for work in done { work.end() }
    return mustContinue
  }

  /// Takes turns until none waits.
  ///
  /// - Parameter isDone: Whether to stop before that.
  /// - Returns: Whether it has stopped before that.
  private func drain(until isDone: (_ turns: Int, _ time: Stopwatch) -> Bool) -> Bool {
    assert(!isDraining, "one drain at a time takes turns")
    let stopwatch = Stopwatch()
    isDraining = true
    defer { isDraining = false }
    var count = 0
    while let (mailbox, work) = nextTurn() {
      if let work { work.run(mailbox.takeTurn) } else { mailbox.takeTurn() }
      count += 1
      if isDone(count, stopwatch) { return true }
    }
    return false
  }

  private func nextTurn() -> (AnyMailbox, (any BackgroundWork)?)? {
    pending.withLock { pending in pending.turns.popFirst().map { ($0, pending.works.last) } }
  }

  /// Whether a turn waits. Stores the answer in `hasPending`. The caller holds the lock.
  private func hasTurns(_ pending: borrowing Pending) -> Bool {
    let hasTurns = !pending.turns.isEmpty
    hasPending.store(hasTurns, ordering: .relaxed)
    return hasTurns
  }

  // MARK: Scheduling

  /// Schedules a drain.
  ///
  /// - Returns: Whether the actor still exists.
  // Not inlined, because most calls of `add` schedule nothing.
  @inline(never) private func schedule() -> Bool {
    switch executor {
    case .actor(let reference):
      if reference.actor == nil {
        discardTurns()
        return false
      }
      if isMain {
        hop(to: MainActor.shared) { self.drainOnce() }
      } else {
        Task.detached { [self] in await drainRepeatedly(reference) }
      }
    case .queue(let queue):
      queue.async { [self] in drainOnce() }
    }
    return true
  }

  private func drainOnce() {
    if drainScheduled() { _ = schedule() }
  }

  /// Performs drains on the actor until no turn is left. Holds the actor during a drain only.
  private func drainRepeatedly(_ reference: WeakActor) async {
    while let actor = reference.actor {
      if await !drainScheduled(on: actor) { return }
      _ = consume actor
      await Task.yield()
    }
    discardTurns()
  }

  private func drainScheduled(on actor: isolated any Actor) -> Bool {
    drainScheduled()
  }

  /// Releases the turns that wait for an actor that no longer exists.
  private func discardTurns() {
    let abandoned = pending.withLock { exchange(&$0, with: Pending()) }
    withExtendedLifetime(abandoned) {}
  }
}

/// Releases what was confined to an actor that no longer exists.
private actor LastActor {
  static let shared = LastActor()
}
