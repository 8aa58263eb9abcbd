import Synchronization

extension AnyChannel {
  /// The number of pending requests above which threads that push others are slowed down.
  private static var mostPending: Int32 { 1_000 }

  /// Performs a broadcast, or pushes it as a request. The caller is slowed down if too many requests are pending
  /// (Contract 4).
  @usableFromInline func broadcast(_ request: Unmanaged<Request>) {
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

  /// Takes the gate over, and performs the pending requests, if it is offered and the caller is no guest.
  ///
  /// Also on the main queue, which hands the gate on at the next request of another thread: otherwise, after one
  /// collision, a loop of broadcasts there would stay asynchronous for as long as it keeps the drainer busy.
  @discardableResult
  private func takesOver() -> Bool {
    guard gate.isOffered, !Guest.isCurrent, gate.takeOver() else { return false }
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
  @discardableResult
  @usableFromInline func slowDown() -> Bool {
    let pending = pendingCount.load(ordering: .relaxed)
    guard pending > Self.mostPending, !gate.isHeldHere, !MainQueue.isCurrent else { return false }
    Pause.sleep(doublings: (pending - 1) / Self.mostPending - 1)
    return true
  }

  /// For a busy holder: removes and returns the oldest pending request. If there is none, or none that the caller may
  /// perform, leaves or offers the gate.
  @usableFromInline func nextRequest(_ budget: inout DrainBudget) -> Request? {
    if taken == 0, leaves(&budget) { return nil }
    guard let reference = request(at: taken) else { return nil }
    let isReplaying = keepsValues || isFinished.load(ordering: .relaxed)
    if reference._withUnsafeGuaranteedRef({ budget.isSpent(before: $0, isReplaying: isReplaying) }) {
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
  private func leaves(_ budget: inout DrainBudget) -> Bool {
    if budget.uncounted > 0, gate.leave(quiet: isQuiet) {
      countPerformed(&budget)
      return true
    }
    taken = gate.takeRequests()
    #if DEBUG
    budget.roundCount += 1
    if budget.roundCount == EndlessLoop.longest { EndlessLoop.report(on: self) }
    #endif
    if request(at: taken)?._withUnsafeGuaranteedRef({ $0.action }) == .broadcast {
      gate.stay()
      return false
    }
    let (performed, mustCompleteOnPool) = performBriefly(&budget)
    let mustLeave = taken == 0
    if mustLeave {
      countPerformed(&budget)
      gate.leaveBriefly(quiet: isQuiet)
    } else {
      gate.stay()
    }
    // The release of a listener's closure may run any code.
    if mustCompleteOnPool {
      SystemPool.run { [self] in complete(performed) }
    } else {
      complete(performed)
    }
    return mustLeave
  }

  /// For a brief holder: performs the oldest taken requests, up to the first that may run user code.
  ///
  /// However many there are: a thread that has been suspended while it was busy may find a hundred thousand. If it
  /// performed them while it is busy, other threads could push as many meanwhile, and it would never leave.
  ///
  /// - Returns: The address of the newest of them, or 0. It links to the one before. The caller completes them, or has
  ///   them completed on another thread.
  private func performBriefly(_ budget: inout DrainBudget) -> (performed: UInt, mustCompleteOnPool: Bool) {
    var (performed, mustCompleteOnPool) = (UInt(0), false)
    let isReplaying = keepsValues || isFinished.load(ordering: .relaxed)
    while let reference = request(at: taken) {
      let isPerformed = reference._withUnsafeGuaranteedRef { request in
        if request.callsListeners(isReplaying: isReplaying) { return false }
        performPlainly(request)
        if budget.mustCompleteOnPool(request) { mustCompleteOnPool = true }
        (request.next, performed, taken) = (performed, taken, request.next)
        return true
      }
      if !isPerformed { break }
      budget.uncounted += 1
    }
    return (performed, mustCompleteOnPool)
  }

  /// Completes and releases a list of requests.
  private func complete(_ requests: UInt) {
    var next = requests
    while let request = request(at: next)?.takeRetainedValue() {
      next = request.next
      complete(request)
      Releases.release(consume request)
    }
  }

  /// For a holder: subtracts the performed requests from the pending ones.
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
