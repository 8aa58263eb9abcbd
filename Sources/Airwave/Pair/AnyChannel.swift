public import Synchronization

/// The type-erased base class of `Channel`: it adds, removes and counts listeners.
///
/// The diagrams show strong (`──▶`) and weak (`┄┄▶`) references.
///
/// ```
/// Transmitter ──────▶ Receiver ──▶ Channel ◀────────────────┐
///                        ▲            │ table               │ upstream
/// derived Receiver ──────┘            ▼                     │
///       owner ◀┄┄┄ sink chain ◀── Listener ──────────▶ Disposable ◀── DisposeBag
///         ▲                                                 ┊
///         └┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┘
/// ```
///
/// `dispose()` and the end of the pair break the cycle: they remove the upstream from the disposable, and the listener
/// from the table. A channel does not hold a transmitter, and the release of the last transmitter ends the pair.
///
/// If a listener has several sources, its upstream is the members of a junction: the disposables of the listeners of
/// the sources, and of alarms and tasks. When the listener ends, the members are removed from the disposable, and
/// disposed of.
///
/// ```
/// Disposable ──▶ Members ──▶ Disposable of a source ──▶ Channel of the source ──▶ Listener ─┐
///     ▲             ▲  └──▶ Channel of the steps ◀──────────────────────────────────────────┤
///     └─────────────┴── Junction, sink ◀────────────────────────────────────────────────────┘
/// ```
///
/// If a listener belongs to a shared receiver, its upstream is a connection. When the last listener leaves, or when the
/// source ends, the connection is removed from the multicast, and disposes of the listener of the source. When nothing
/// holds the multicast, it releases the listeners of the connection.
///
/// ```
///                           ┌┄┄┄┄┄┄┄┄┐
///                           ▼        ┊
/// shared Receiver ──▶ Multicast ──▶ Connection ──▶ Channel ──▶ Listener ──▶ Disposable ──▶ Connection
///        │                  ▲        │
///        ▼                  │        ▼
/// source Receiver ──▶ Channel ◀── Disposable of the source
///                        └──▶ Listener of the source ──▶ Multicast, Connection
/// ```
///
/// Invariants:
///
/// 1. While the gate is at rest, no request is pending. While it is offered, one is: on the stack of the gate, or in
///    `taken`. The thread that has offered it schedules a drainer.
/// 2. Only the holder of the gate reads and writes `listeners`, `taken`, `deliveryContext`, `isAbandoned` and the
///    probe. Only the holder writes `isFinished`, which any thread reads.
/// 3. Only the holder changes the replay, and only with the lock of the replay. It reads the replay without the lock.
///    Any other thread reads it with the lock.
/// 4. A brief holder runs no user code, nor does a thread that has the lock of the replay. The clock of an age limit is
///    read before. What is removed is released after.
/// 5. The gate is quiet only if a broadcast would change nothing: no request is pending, and there is no listener and
///    no value is kept, or the pair is finished.
/// 6. Whether a joining listener is still live, the holder decides. A listener that ends later leaves later.
/// 7. A thread that has the lock of a variable may enter the gate, or wait while another thread holds it briefly. A
///    brief holder takes no lock of a variable.
///
/// The gate publishes what its holder accesses. The counts publish nothing, and are relaxed. `isFinished` publishes to
/// `peek` what was done before the end, and `isDrainerScheduled` orders an offer and its drainer.
@usableFromInline package class AnyChannel: Upstream, ActorQueueOwner, @unchecked Sendable {
  // Unchecked: by the invariants. What they do not name is constant or atomic.

  // The order of the properties keeps what a broadcast writes, from `gate` to `deliveryContext`, at least 48 bytes away
  // from the start of the object, and 32 bytes away from its end. Objects are aligned to 16 bytes, and this one has
  // 120 on Linux. So no other object is on these cache lines of 64 bytes, and threads that broadcast on different pairs
  // share no line that they write, unless the pairs keep values. `Tests/Checks/cores` checks this.

  /// `Channel.drain`, as a closure, so that code that is not generic calls the specialized function.
  @usableFromInline let drain: (AnyChannel, Request?, Role) -> Void

  /// The number of listeners that have joined, or asked to join, and have not ended.
  @usableFromInline let listenerCount = Atomic<Int32>(0)

  private let sharedActorQueues = AtomicLazyReference<ActorQueues>()

  @usableFromInline let gate: Gate

  /// The address of the oldest request that a holder has taken from the gate and not performed, or 0. It links to the
  /// next.
  @exclusivity(unchecked) final var taken: UInt = 0

  /// The number of requests that are pushed and not performed. It is approximate: a thread counts a request after the
  /// push, and the holder subtracts several at a time.
  package let pendingCount = Atomic<Int32>(0)

  /// Whether the present value is delivered on the main queue, as far as a listener has asked.
  @exclusivity(unchecked) @usableFromInline final var deliveryContext = DispatchContext.unknown

  /// Whether the channel keeps values to replay.
  @usableFromInline let keepsValues: Bool

  /// Whether the pair is finished. Only the holder of the gate writes it. Relaxed where the gate orders the accesses.
  @usableFromInline package let isFinished = Atomic<Bool>(false)

  /// Whether a drainer is scheduled that has not begun.
  let isDrainerScheduled = Atomic<Bool>(false)

  /// Whether the pair was finished by the release of its last transmitter. Nil if it is not finished. Only the holder
  /// of the gate uses it.
  @exclusivity(unchecked) @usableFromInline final var isAbandoned: Bool?

  @exclusivity(unchecked) @usableFromInline package final var listeners = ListenerTable()

  /// What the inspector knows of the pair.
  @exclusivity(unchecked) @usableFromInline package final var hooks = PairHooks()

  @usableFromInline init(keepsValues: Bool, drain: @escaping (AnyChannel, Request?, Role) -> Void) {
    gate = Gate(quiet: !keepsValues)
    self.keepsValues = keepsValues
    self.drain = drain
    super.init()
  }

  deinit {
    if let probe = hooks.probe { _ = listeners.remove(probe.disposable) }
    listeners.deallocate()
  }

  @inlinable var isQuiet: Bool { listeners.isEmpty && (!keepsValues || isFinished.load(ordering: .relaxed)) }

  override func leave(_ disposable: Disposable) -> AnyObject? {
    listenerCount.wrappingSubtract(1, ordering: .relaxed)
    // Finishing removes all listeners from the table.
    if isFinished.load(ordering: .relaxed) { return nil }
    guard enterBriefly(orPush: LeaveRequest(disposable)) else { return nil }
    assert(gate.mayBeHeldHere, "only the holder removes a listener")
    let removed = listeners.remove(disposable)
    gate.leaveBriefly(quiet: isQuiet)
    return removed
  }

  /// For a holder of a channel that keeps values: evicts all of them. Runs no user code.
  ///
  /// - Returns: What the caller passes to `Releases`, after it has left the gate.
  @usableFromInline func evictReplay() -> AnyObject? {
    preconditionFailure("overridden by the subclass")
  }
}

extension AnyChannel {
  @usableFromInline package var currentListenerCount: Int { Int(listenerCount.load(ordering: .relaxed)) }

  /// Holds the gate briefly if it is at rest, or else pushes a request for the holder.
  ///
  /// - Returns: Whether the caller is the brief holder now.
  @inlinable func enterBriefly(orPush request: @autoclosure () -> Request) -> Bool {
    gate.enter(as: Gate.brief) || enter(as: Gate.brief, orPush: .passRetained(request())) != nil
  }

  /// For a busy holder: leaves the gate, after performing the requests that were pushed meanwhile.
  @inlinable func leaveGate() {
    if !gate.leave(quiet: isQuiet) { drain(self, nil, .caller) }
  }

  /// Performs a request that calls no listener: now if the gate is at rest, or else the holder performs it.
  func submit(_ request: Request) {
    guard enterBriefly(orPush: request) else {
      slowDown()
      return
    }
    performWithoutUserCode(request)
    gate.leaveBriefly(quiet: isQuiet)
    releaseRemoved(request)
  }

  @usableFromInline func removeAllListeners() {
    submit(RemovalRequest(.removeAllListeners))
  }

  /// Releases all listeners after the values that are pending. They are not told, and keep their phase, so that they
  /// hear what waits for their isolation.
  func releaseListeners() {
    submit(RemovalRequest(.releaseListeners))
  }

  /// Disposes of a listener that is no longer in the table, and notifies the operators after it.
  @usableFromInline func remove(_ listener: AnyListener) {
    let disposable = listener.disposable
    guard disposable.stop(as: .disposed) else { return }
    if let upstream = disposable.takeUpstream() {
      if upstream === self {
        listenerCount.wrappingSubtract(1, ordering: .relaxed)
      } else if let rest = upstream.leave(disposable) {
        Releases.release(consume rest)
      }
    }
    listener.end(.removed)
  }

  /// For the holder of the gate: adds a listener to the table, and takes over a reference to it.
  @inlinable @inline(__always) func append(_ listener: Unmanaged<AnyListener>) {
    assert(gate.mayBeHeldHere, "only the holder adds a listener")
    assert(!isFinished.load(ordering: .relaxed), "a listener that joins a finished pair is told the end")
    listeners.append(timed(listener))
  }

  /// The queues of the listeners on actors and dispatch queues. They are made when the first of these joins.
  @usableFromInline var actorQueues: ActorQueues {
    sharedActorQueues.load() ?? sharedActorQueues.storeIfNil(ActorQueues(of: self))
  }

  /// Adds a turn to each queue in which turns wait.
  func addToWaiting(_ mailbox: AnyMailbox) {
    sharedActorQueues.load()?.addToWaiting(mailbox)
  }

  func clearReplay() {
    if !keepsValues { return }
    guard gate.enter(as: Gate.brief) else { return submit(EvictionRequest(.clearReplay)) }
    var evicted = evictReplay()
    gate.leaveBriefly(quiet: isQuiet)
    if let evicted = exchange(&evicted, with: nil) { Releases.release(consume evicted) }
  }

  /// Finishes the pair. It is abandoned if nothing asked for the end, but the last transmitter was released.
  @usableFromInline func finish(isAbandoned: Bool = false) {
    let request = Request(isAbandoned ? .abandon : .finish)
    guard let request = enter(as: Gate.busy, orPush: .passRetained(request)) else {
      slowDown()
      return
    }
    OwnListenersOnly.run { drain(self, request, .caller) }
  }
}

/// Whether a channel delivers the present value on the main queue, as far as a listener has asked.
///
/// The loop that delivers one value stays on one queue: `queue.sync` inside a listener has returned before the next
/// listener is called. The first main-actor listener therefore asks the system, and the listeners after it use the
/// answer. Asking takes as long as everything else that such a listener costs.
@usableFromInline enum DispatchContext: UInt8 {
  /// The next value may be delivered on another thread. Also while a listener hears the replay, and while a value is
  /// delivered that is kept if no listener is called with it.
  case unknown
  /// A value is being delivered, and no listener has asked yet.
  case unasked
  case mainQueue
  case elsewhere
}

extension AnyChannel {
  /// For the holder of the gate: whether the calling thread runs on the main queue.
  @inlinable var isOnMainQueue: Bool {
    switch deliveryContext {
    case .mainQueue: true
    case .elsewhere: false
    case .unknown, .unasked: askForMainQueue()
    }
  }

  @usableFromInline func askForMainQueue() -> Bool {
    let isCurrent = MainQueue.isCurrent
    if deliveryContext == .unasked { deliveryContext = isCurrent ? .mainQueue : .elsewhere }
    return isCurrent
  }
}
