import Synchronization

/// What one call has done for others since it became the owner of a gate, and whether that is its share.
///
/// A call does 64 requests, or works for a millisecond, before it offers the gate, and only if another thread has
/// broadcast meanwhile: a chain of broadcasts from inside listeners has no other thread to go on with it.
@usableFromInline
struct Share {
  private static let mostRequests = 64

  private var count = 0
  /// Since the first request was performed that another thread has pushed.
  private var stopwatch: Stopwatch?
  /// Since threads that are held back were last given the time to wake up; at first, since the first share began.
  private var sincePatience: Stopwatch?

  @usableFromInline init() {}

  /// Counts a request that was performed.
  @usableFromInline mutating func isDone(with request: Request) -> Bool {
    count += 1
    if request.isFromElsewhere && stopwatch == nil {
      stopwatch = Stopwatch()
      sincePatience = sincePatience ?? stopwatch
    }
    guard let stopwatch else { return false }
    return count >= Self.mostRequests || stopwatch.hasReached(milliseconds: 1)
  }

  /// Begins anew.
  ///
  /// - Returns: How many requests were counted.
  fileprivate mutating func takeCount() -> Int {
    defer { (count, stopwatch) = (0, nil) }
    return count
  }

  /// Whether to wait for threads that are held back: once a millisecond.
  fileprivate mutating func isPatient() -> Bool {
    guard let sincePatience, sincePatience.hasReached(milliseconds: 1) else { return false }
    self.sincePatience = Stopwatch()
    return true
  }
}

extension AnyChannel {
  /// How many requests may wait before those who broadcast are slowed down.
  private static var mostPending: Int { 1_000 }

  /// Has a value broadcast in its turn. The caller is slowed down if too many wait (Contract 4).
  @usableFromInline func broadcast(_ request: Request) {
    if enterOrPush(request) { settle(self, request) } else { goOnOrHoldBack() }
  }

  /// Becomes the owner if the gate is at rest, or else pushes a request for a broadcast.
  @usableFromInline func enterOrPush(_ request: Request) -> Bool {
    request.isFromElsewhere = !gate.isOwnedHere
    if gate.enter(orPush: request) { return true }
    pendingCount.add(1, ordering: .relaxed)
    return false
  }

  /// After a request was pushed: goes on with the delivery if the gate is offered, and waits a little if too much is pending.
  ///
  /// The owner itself, in a listener that broadcasts, does neither: it is what the pending requests wait for. Nor does a
  /// thread on the main queue.
  @usableFromInline func goOnOrHoldBack() {
    let isFull = pendingCount.load(ordering: .relaxed) > Self.mostPending
    guard isFull || gate.isOffered, !gate.isOwnedHere, !MainQueue.isCurrent else { return }
    // It limits a rate. It does not wait for what is pending, so that a listener may wait for the caller.
    if isFull && !gate.isOffered { Pause.sleep() }
    if gate.takeOver() { settle(self, nil) }
  }

  /// For the owner: offers the gate to threads that broadcast.
  ///
  /// - Returns: Whether another thread is the owner now. Otherwise the caller is still, or again.
  @usableFromInline func handOver(_ share: inout Share) -> Bool {
    countPerformed(&share)
    gate.offer()
    // A thread that broadcasts without pause looks at the gate every few hundred nanoseconds.
    for _ in 0..<100 where !gate.isOffered { return true }
    for _ in 0..<2 where gate.isOffered { Pause.yield() }
    // A thread that is held back sleeps, and looks at the gate when it wakes up.
    if pendingCount.load(ordering: .relaxed) > Self.mostPending / 2, gate.isOffered, share.isPatient() {
      for _ in 0..<3 where gate.isOffered { Pause.sleep() }
    }
    return !gate.takeOver()
  }

  /// For the owner: says that requests were performed.
  @usableFromInline func countPerformed(_ share: inout Share) {
    pendingCount.subtract(share.takeCount(), ordering: .relaxed)
  }

  /// For the owner: the oldest request that waits.
  @usableFromInline func nextRequest() -> Request? {
    if taken == 0 { taken = gate.takeRequests() }
    guard let pointer = UnsafeRawPointer(bitPattern: taken) else { return nil }
    let request = Unmanaged<Request>.fromOpaque(pointer).takeRetainedValue()
    taken = request.next
    return request
  }
}
