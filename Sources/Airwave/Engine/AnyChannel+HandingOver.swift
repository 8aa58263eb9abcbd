import Synchronization

/// Counts the requests that the owner of a gate has performed. Says when the owner must offer the gate to other
/// threads.
///
/// The owner offers the gate after 64 requests or one millisecond, but only if another thread has broadcast meanwhile.
/// In a chain of broadcasts from inside listeners, no other thread could continue the delivery.
@usableFromInline
struct Share {
  private static let mostRequests = 64

  private var count = 0
  /// Measures the time since the owner performed the first request that another thread had pushed.
  private var stopwatch: Stopwatch?
  /// Measures the time since the owner last waited for sleeping threads, or since the first `stopwatch` was started.
  private var sincePatience: Stopwatch?

  @usableFromInline init() {}

  /// Counts a request that was performed.
  ///
  /// - Returns: Whether the owner has done its share, and must call `handOver`.
  @usableFromInline mutating func isDone(with request: Request) -> Bool {
    count += 1
    if request.isFromElsewhere && stopwatch == nil {
      stopwatch = Stopwatch()
      sincePatience = sincePatience ?? stopwatch
    }
    return count >= Self.mostRequests || stopwatch?.hasReached(milliseconds: 1) == true
  }

  /// Whether another thread has pushed one of the requests that are counted.
  fileprivate var hasOthers: Bool { stopwatch != nil }

  /// Resets the count and the stopwatch.
  ///
  /// - Returns: The number of requests that were counted.
  fileprivate mutating func takeCount() -> Int {
    defer { (count, stopwatch) = (0, nil) }
    return count
  }

  /// Whether the owner shall wait for sleeping threads to wake up: true at most once a millisecond.
  fileprivate mutating func isPatient() -> Bool {
    guard let sincePatience, sincePatience.hasReached(milliseconds: 1) else { return false }
    self.sincePatience = Stopwatch()
    return true
  }
}

/// | Operation | Ordering | Pairs with | Publishes |
/// |---|---|---|---|
/// | `pendingCount`: addition, subtraction, loads | relaxed | nothing: it counts; the gate publishes the requests | |
extension AnyChannel {
  /// The number of pending requests above which broadcasting threads are slowed down.
  private static var mostPending: Int32 { 1_000 }

  /// Performs a broadcast, or pushes it as a request. The caller is slowed down if too many requests are pending
  /// (Contract 4).
  @usableFromInline func broadcast(_ request: Request) {
    if enterOrPush(request) { settle(self, request) } else { goOnOrHoldBack() }
  }

  /// Becomes the owner if the gate is at rest, or else pushes a request for a broadcast.
  ///
  /// - Returns: Whether the caller is the owner now.
  @usableFromInline func enterOrPush(_ request: Request) -> Bool {
    request.isFromElsewhere = !gate.isOwnedHere
    if gate.enter(orPush: request) { return true }
    pendingCount.add(1, ordering: .relaxed)
    return false
  }

  /// Called after a request was pushed. Takes the gate over if it is offered, and sleeps once if too many requests are
  /// pending.
  ///
  /// The owner does neither when it broadcasts from inside a listener, because the pending requests wait for the owner
  /// itself. A thread on the main queue also does neither.
  @usableFromInline func goOnOrHoldBack() {
    let isFull = pendingCount.load(ordering: .relaxed) > Self.mostPending
    guard isFull || gate.isOffered, !gate.isOwnedHere, !MainQueue.isCurrent else { return }
    // The sleep limits the rate of pushes. It does not wait until requests are performed, so a listener may wait for
    // the caller without a deadlock.
    if isFull && !gate.isOffered { Pause.sleep() }
    if gate.takeOver() { settle(self, nil) }
  }

  /// For the owner: offers the gate to threads that broadcast, if one of them has pushed a request.
  ///
  /// - Returns: Whether another thread is the owner now. If not, the caller still is, or has taken the gate back.
  @usableFromInline func handOver(_ share: inout Share) -> Bool {
    let hasOthers = share.hasOthers
    // Also in a chain of broadcasts from inside listeners, so that the pending requests are not overestimated.
    countPerformed(&share)
    guard hasOthers else { return false }
    gate.offer()
    // A thread that broadcasts without pause checks the gate every few hundred nanoseconds.
    for _ in 0..<100 where !gate.isOffered { return true }
    for _ in 0..<2 where gate.isOffered { Pause.yield() }
    // A thread that is slowed down sleeps, and checks the gate when it wakes up.
    if pendingCount.load(ordering: .relaxed) > Self.mostPending / 2, gate.isOffered, share.isPatient() {
      for _ in 0..<3 where gate.isOffered { Pause.sleep() }
    }
    return !gate.takeOver()
  }

  /// For the owner: subtracts the performed requests from the pending ones.
  @usableFromInline func countPerformed(_ share: inout Share) {
    pendingCount.subtract(Int32(truncatingIfNeeded: share.takeCount()), ordering: .relaxed)
  }

  /// For the owner: removes and returns the oldest pending request.
  @usableFromInline func nextRequest() -> Request? {
    if taken == 0 { taken = gate.takeRequests() }
    guard let pointer = UnsafeRawPointer(bitPattern: taken) else { return nil }
    let request = Unmanaged<Request>.fromOpaque(pointer).takeRetainedValue()
    taken = request.next
    return request
  }
}
