public import Synchronization

// What happens when two threads meet at the gate of a pair: the thread that finds it held pushes a request, and the
// holder performs the requests before it leaves, or hands the gate over. A thread that finds the gate at rest needs of
// this only what performs a request: see `AnyChannel` and `Channel`.

// MARK: Requests

/// An operation that the holder of a gate performs. If the gate is held, by another thread or by a caller further up
/// the stack, the operation is pushed, and waits for the holder.
@usableFromInline class Request {
  @usableFromInline enum Action {
    case broadcast
    case join
    case leave
    case removeAllListeners
    /// Releases all listeners, which keep their phase: no request follows that calls them.
    case releaseListeners
    case clearReplay
    case finish
    /// Finishes the pair because the last transmitter was released, and the end was not asked for.
    case abandon
    /// Has the instrument, which is the inspector, update what it keeps of the channel.
    case instrument
  }

  @usableFromInline final let action: Action

  /// The thread that pushed the request. Written before the push. The holder cannot tell its own requests by
  /// `Gate.holder`, which has the previous holder for a moment after the word has changed.
  @exclusivity(unchecked) final var thread: UInt = 0

  /// The address of the next request of a list, or 0. In the stack, it is the request that was pushed before this one.
  /// After the holder has taken the stack, it is the request that was pushed after this one. Written before the push,
  /// and by the holder.
  @exclusivity(unchecked) @usableFromInline final var next: UInt = 0

  @usableFromInline init(_ action: Action) {
    self.action = action
  }
}

/// A request to add a listener.
@usableFromInline final class JoinRequest: Request {
  @usableFromInline let listener: AnyListener

  @usableFromInline init(_ listener: AnyListener) {
    self.listener = listener
    super.init(.join)
  }
}

/// A request to evict all replayed values, or, by the subclass, to remove a listener.
class EvictionRequest: Request {
  /// What the holder has removed: the values, or the listener. `releaseRemoved` releases it later, because a `deinit`
  /// may run any code.
  @exclusivity(unchecked) final var removed: AnyObject?
}

/// A request to remove a listener.
final class LeaveRequest: EvictionRequest {
  let disposable: Disposable

  init(_ disposable: Disposable) {
    self.disposable = disposable
    super.init(.leave)
  }
}

/// A request to remove, or to release, all listeners, or to update the instrument.
final class RemovalRequest: Request {
  /// The listeners that the holder has removed from the table of the channel.
  @exclusivity(unchecked) var removed = ListenerTable()
}

/// A request to broadcast a value.
@usableFromInline final class BroadcastRequest<Value>: Request {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) {
    self.value = value
    super.init(.broadcast)
  }
}

extension Request {
  /// Returns whether performing the request may call listeners.
  ///
  /// - Parameter isReplaying: Whether a listener that joins is called.
  /// - Returns: Whether it may.
  func callsListeners(isReplaying: Bool) -> Bool {
    switch action {
    case .broadcast, .finish, .abandon: true
    case .join: isReplaying
    case .leave, .removeAllListeners, .releaseListeners, .clearReplay, .instrument: false
    }
  }
}

// MARK: Pushing

extension AnyChannel {
  /// The number of pending requests above which threads that push others are slowed down.
  private static var mostPending: Int32 { 1_000 }

  /// Becomes the holder if the gate is at rest, or else pushes a request, and counts it.
  ///
  /// - Parameters:
  ///   - state: `busy` or `brief`.
  ///   - request: A reference that the caller owns, and passes on.
  /// - Returns: The request if the caller is the holder now, and must perform it.
  @usableFromInline @inline(__always) func enter(as state: UInt, orPush request: Unmanaged<Request>) -> Request? {
    if gate.enter(as: state, orPush: request) {
      assert(taken == 0, "no request waits while the gate is at rest")
      return request.takeRetainedValue()
    }
    pendingCount.wrappingAdd(1, ordering: .relaxed)
    return nil
  }

  /// Performs a broadcast, or pushes it as a request. The caller is slowed down if too many requests are pending
  /// (Contract 4).
  @usableFromInline func performOrPush(_ request: Unmanaged<Request>) {
    if let request = enter(as: Gate.busy, orPush: request) {
      drain(self, request, .caller)
    } else {
      takeOverOrSlowDown()
    }
  }

  /// Called after a broadcast was pushed. Takes the gate over if it is offered, or else slows the caller down.
  @usableFromInline func takeOverOrSlowDown() {
    if !takesOver(), slowDown() { takesOver() }
  }

  /// Takes the gate over, and performs the pending requests, if it is offered and the caller may call the
  /// listeners of others.
  ///
  /// Also on the main queue, which hands the gate on at the next request of another thread: otherwise, after one
  /// collision, a loop of broadcasts there would stay asynchronous for as long as it keeps the drainer busy.
  @discardableResult private func takesOver() -> Bool {
    guard gate.isOffered, !OwnListenersOnly.isCurrent, gate.takeOver() else { return false }
    assert(gate.mayBeHeldHere, "the thread that takes the gate over is its holder")
    drain(self, nil, .successor)
    return true
  }

  /// Called after a request was pushed. Sleeps if too many requests are pending: for 50 microseconds, and twice as long
  /// for each further 1,000 requests, up to some 50 milliseconds.
  ///
  /// The sleep limits the rate of pushes. It does not wait until requests are performed, so a listener may wait for the
  /// caller without a deadlock. The holder does not sleep when it calls from inside a listener, because the pending
  /// requests wait for the holder itself. A thread on the main queue does not sleep either.
  ///
  /// Not called for a request to leave: there are no more of these than of requests to join.
  ///
  /// - Returns: Whether the caller has slept.
  @discardableResult @usableFromInline func slowDown() -> Bool {
    let pending = pendingCount.load(ordering: .relaxed)
    guard pending > Self.mostPending, !gate.isHeldHere, !MainQueue.isCurrent else { return false }
    #if DEBUG
    DebugReport.sleep(on: self)
    #endif
    Pause.sleep(doublings: (pending - 1) / Self.mostPending - 1)
    return true
  }
}

// MARK: Performing

extension Channel {
  /// For a busy holder: performs a request and all pending ones, and leaves the gate, or offers it when the budget is
  /// spent.
  @inlinable @inline(never) func drain(first: Request?, as role: Role) {
    if let first {
      perform(first)
      if gate.leave(quiet: isQuiet) { return }
    }
    var budget = DrainBudget(as: role)
    while let request = nextRequest(&budget) { perform(request) }
  }

  /// For a busy holder: performs any request.
  @inlinable func perform(_ request: Request) {
    switch request.action {
    case .broadcast:
      if isFinished.load(ordering: .relaxed) { return }
      keepAndDeliver(unsafeDowncast(request, to: BroadcastRequest<Value>.self).value)
    case .join:
      let listener = unsafeDowncast(request, to: JoinRequest.self).listener
      admit(unsafeDowncast(listener, to: Listener<Value>.self))
    case .leave, .removeAllListeners, .releaseListeners, .clearReplay, .instrument:
      performWithoutUserCode(request)
      releaseRemoved(request)
    case .finish, .abandon:
      if isAbandoned == nil { isAbandoned = request.action == .abandon }
      // Publishes what was done before the end to `peek`.
      isFinished.store(true, ordering: .releasing)
      var former = listeners.takeAll()
      former.takeEach(end)
    }
  }
}

extension AnyChannel {
  /// For a holder: performs a request that calls no listener. Runs no user code. The caller then calls
  /// `releaseRemoved`.
  @usableFromInline func performWithoutUserCode(_ request: Request) {
    assert(gate.mayBeHeldHere, "only the holder performs a request")
    switch request.action {
    case .leave:
      let request = unsafeDowncast(request, to: LeaveRequest.self)
      request.removed = listeners.remove(request.disposable)
    case .join:
      let listener = unsafeDowncast(request, to: JoinRequest.self).listener
      if listener.disposable.isLive { append(.passRetained(listener)) }
    case .removeAllListeners:
      let request = unsafeDowncast(request, to: RemovalRequest.self)
      request.removed = listeners.takeAll()
      if let probe = hooks.probe, let probe = request.removed.remove(probe.disposable) { listeners.append(probe) }
    case .releaseListeners:
      unsafeDowncast(request, to: RemovalRequest.self).removed = listeners.takeAll()
    case .clearReplay:
      unsafeDowncast(request, to: EvictionRequest.self).removed = evictReplay()
    case .instrument:
      instrument?.update(self, removing: &unsafeDowncast(request, to: RemovalRequest.self).removed)
    case .broadcast, .finish, .abandon:
      preconditionFailure("calls listeners")
    }
  }

  /// Releases what a request has removed that was performed without user code. Notifies the operators after listeners
  /// that were removed together: they are in no table, so no other thread calls what is behind them.
  @usableFromInline func releaseRemoved(_ request: Request) {
    switch request.action {
    case .leave, .clearReplay:
      let request = unsafeDowncast(request, to: EvictionRequest.self)
      if let removed = exchange(&request.removed, with: nil) { Releases.release(consume removed) }
    case .removeAllListeners:
      unsafeDowncast(request, to: RemovalRequest.self).removed.takeEach(remove)
    case .releaseListeners, .instrument:
      unsafeDowncast(request, to: RemovalRequest.self).removed.takeEach { _ in }
    default:
      break
    }
  }

  /// For a busy holder: removes and returns the oldest pending request, after performing those before it that run no
  /// user code. If there is none, or none that the caller may perform, leaves or offers the gate.
  @usableFromInline func nextRequest(_ budget: inout DrainBudget) -> Request? {
    if taken == 0, leavesOrTakes(&budget) { return nil }
    guard let reference = request(at: taken) else { return nil }
    let isReplaying = keepsValues || isFinished.load(ordering: .relaxed)
    if reference._withUnsafeGuaranteedRef({ !budget.spend(on: $0, isReplaying: isReplaying) }) {
      offer(&budget)
      return nil
    }
    // Also in a chain of broadcasts from inside listeners, so that the pending requests are not overestimated.
    if budget.uncounted >= 64 { countPerformed(&budget) }
    budget.uncounted += 1
    let request = reference.takeRetainedValue()
    taken = request.next
    return request
  }

  private func request(at address: UInt) -> Unmanaged<Request>? {
    UnsafeRawPointer(bitPattern: address).map(Unmanaged.fromOpaque)
  }

  /// For a busy holder: takes the pending requests into `taken`, and performs the first ones that run no user code,
  /// while it is brief. Leaves the gate if no request is left.
  ///
  /// - Returns: Whether the caller has left the gate.
  private func leavesOrTakes(_ budget: inout DrainBudget) -> Bool {
    // With 0 the gate was just taken over, or could not be left: requests are pending.
    if budget.uncounted > 0, gate.leave(quiet: isQuiet) {
      countPerformed(&budget)
      return true
    }
    assert(taken == 0, "the requests that were taken are performed first")
    taken = gate.takeRequests()
    #if DEBUG
    budget.roundCount += 1
    if budget.roundCount == DebugReport.longestChain { DebugReport.endlessLoop(on: self) }
    #endif
    if request(at: taken)?._withUnsafeGuaranteedRef({ $0.action }) == .broadcast {
      gate.becomeBusy()
      return false
    }
    let (performed, mustReleaseOnPool) = performBriefly(&budget)
    let mustLeave = taken == 0
    if mustLeave {
      countPerformed(&budget)
      gate.leaveBriefly(quiet: isQuiet)
    } else {
      gate.becomeBusy()
    }
    // The release of a listener's closure may run any code.
    if mustReleaseOnPool {
      SystemPool.run { [self] in releaseRemoved(of: performed) }
    } else {
      releaseRemoved(of: performed)
    }
    return mustLeave
  }

  /// For a brief holder: performs the oldest taken requests, up to the first that may run user code.
  ///
  /// However many there are: a thread that has been suspended while it was busy may find a hundred thousand. If it
  /// performed them while it is busy, other threads could push as many meanwhile, and it would never leave.
  ///
  /// - Returns: The address of the newest of them, or 0. It links to the one before. The caller releases
  ///   what they have removed, or has another thread do so.
  private func performBriefly(_ budget: inout DrainBudget) -> (performed: UInt, mustReleaseOnPool: Bool) {
    var (performed, mustReleaseOnPool) = (UInt(0), false)
    let isReplaying = keepsValues || isFinished.load(ordering: .relaxed)
    while let reference = request(at: taken) {
      let isPerformed = reference._withUnsafeGuaranteedRef { request in
        if request.callsListeners(isReplaying: isReplaying) { return false }
        performWithoutUserCode(request)
        if budget.mustReleaseOnPool(request) { mustReleaseOnPool = true }
        (request.next, performed, taken) = (performed, taken, request.next)
        return true
      }
      if !isPerformed { break }
      budget.uncounted += 1
    }
    return (performed, mustReleaseOnPool)
  }

  /// Releases a list of requests, and what they have removed.
  private func releaseRemoved(of requests: UInt) {
    var next = requests
    while let request = request(at: next)?.takeRetainedValue() {
      next = request.next
      releaseRemoved(request)
      Releases.release(consume request)
    }
  }

  /// For a thread that is the holder, or was until now: subtracts the performed requests from the pending ones.
  private func countPerformed(_ budget: inout DrainBudget) {
    pendingCount.wrappingSubtract(budget.uncounted, ordering: .relaxed)
    budget.uncounted = 0
  }

  /// For a busy holder: lets another thread become the holder, and makes sure that one will. The next thread that
  /// broadcasts takes the gate over, or else the drainer does.
  @inline(never) private func offer(_ budget: inout DrainBudget) {
    countPerformed(&budget)
    gate.offer()
    // Acquires and releases, because this thread sets the bit of the offer and then the flag, and the drainer clears
    // the flag and then tests the bit. If the drainer's exchange is the later one, it has acquired the bit. If not,
    // this exchange finds the flag cleared, and another drainer is scheduled.
    if isDrainerScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
    SystemPool.run { [self] in
      _ = isDrainerScheduled.exchange(false, ordering: .acquiringAndReleasing)
      if gate.takeOver() { drain(self, nil, .drainer) }
    }
  }
}

// MARK: Roles and the budget

/// What a thread may do while it holds a gate.
@usableFromInline enum Role {
  /// A call that calls listeners on a gate at rest. It performs the requests that its user code makes, and, unless it
  /// runs its own listeners only, those of other threads within the budget.
  case caller
  /// A broadcast that has taken an offered gate over: performs the pending requests within the budget.
  case successor
  /// A thread of the system's pool that has taken an offered gate over: performs up to 1,000 pending requests.
  case drainer
}

/// How long a holder of a gate performs requests.
///
/// The budget is 64 requests or one millisecond. It begins with the first request of another thread that calls
/// listeners. Before that there is no limit, so that a chain of broadcasts from inside listeners stays on its thread.
/// For a holder that has taken an offered gate over, the budget begins at once: also its own requests were made
/// before, and not by the listeners that it calls.
///
/// The budget of the drainer is longer, and has no limit of time. No call waits for the drainer, and each thread that
/// it hands the gate to must be woken.
///
/// On the main queue, the budget is spent before such a request, so that a flood from other threads does not become the
/// work of the main thread.
@usableFromInline struct DrainBudget {
  private static let mostRequests = 64
  private static let mostRequestsOfDrainer = 1_000

  private let thread = currentThread
  private let role: Role
  /// The number of requests that were performed since the budget began.
  private var count = 0
  /// Measures the time since the budget began. Nil before that.
  private var stopwatch: Stopwatch?
  private lazy var isOnMainQueue = MainQueue.isCurrent
  private lazy var runsOwnListenersOnly = OwnListenersOnly.isCurrent
  /// The number of performed requests that `AnyChannel.pendingCount` still contains.
  var uncounted: Int32 = 0
  #if DEBUG
  /// How often the holder has taken the pending requests. See `DebugReport`.
  var roundCount = 0
  #endif

  @usableFromInline init(as role: Role) {
    self.role = role
    stopwatch = role == .successor ? Stopwatch() : nil
  }

  /// Whether performing a request may release objects of other threads inside a call that must not run their code.
  mutating func mustReleaseOnPool(_ request: Request) -> Bool {
    request.thread != thread && role == .caller && runsOwnListenersOnly
  }

  /// Counts a request that is about to be performed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isReplaying: Whether a listener that joins is called.
  /// - Returns: Whether the holder may perform it. If not, another thread must.
  mutating func spend(on request: Request, isReplaying: Bool) -> Bool {
    if role == .drainer {
      count += 1
      return count <= Self.mostRequestsOfDrainer
    }
    if request.thread != thread {
      if role == .caller, runsOwnListenersOnly { return false }
      if request.callsListeners(isReplaying: isReplaying) {
        if isOnMainQueue { return false }
        stopwatch = stopwatch ?? Stopwatch()
      }
    }
    guard let stopwatch else { return true }
    count += 1
    return count <= Self.mostRequests && !stopwatch.hasReached(milliseconds: 1)
  }
}

/// Whether the calling thread is inside a call that is not a broadcast, such as `listen`, `finish()` or the release of
/// a transmitter. Such a call calls its own listener, and tells listeners the end. It performs no request of another
/// thread that calls listeners, and takes no offered gate over (Contract 4): the caller may hold a lock that the
/// listeners of others take.
///
/// The mark belongs to the call and not to a channel, because a value or an end passes through the gates of all
/// junctions and shared receivers after a pair. A gate asks only when it finds a request of another thread. A broadcast
/// that a listener makes inside such a call is marked, too: its values reach all listeners, and what other threads have
/// sent waits for another thread.
@usableFromInline enum OwnListenersOnly {
  @usableFromInline static var isCurrent: Bool { ThreadState.current.pointee.ownListenersOnly }

  /// Calls a function, and marks the thread meanwhile.
  @usableFromInline static func run(_ body: () -> Void) {
    let state = ThreadState.current
    let former = exchange(&state.pointee.ownListenersOnly, with: true)
    body()
    state.pointee.ownListenersOnly = former
  }
}
