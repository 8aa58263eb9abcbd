public import Synchronization

/// How a listener ends: the phases of its disposable, and the upstream that is told of the end.
extension Disposable {
  @usableFromInline
  enum Phase: UInt8, Sendable {
    /// Values are delivered.
    case live
    /// The pair is finished, or an operator is done: nothing more comes, but the last values may be on their way.
    case ended
    /// Nothing is delivered any more.
    case disposed
  }

  @inlinable var isLive: Bool { phase.load(ordering: .acquiring) == Phase.live.rawValue }

  /// Whether nothing may be delivered any more, not even what is on its way.
  @inlinable var isSilent: Bool { phase.load(ordering: .acquiring) == Phase.disposed.rawValue }

  var slot: Int {
    get { Int(storedSlot.load(ordering: .relaxed)) }
    set { storedSlot.store(Int32(truncatingIfNeeded: newValue), ordering: .relaxed) }
  }

  /// Sets the upstream, which is told of the end: at once, if the listener has ended already. Called once at most.
  @usableFromInline func attach(to upstream: Upstream) {
    let address = UInt(bitPattern: Unmanaged.passRetained(upstream).toOpaque())
    // An exchange: the optimizer would move the retain below a store, and so behind the release of a thread that takes it.
    _ = self.upstream.exchange(address, ordering: .sequentiallyConsistent)
    // The sequentially consistent order makes sure that the thread that ends the listener or this thread sees the other.
    if phase.load(ordering: .sequentiallyConsistent) != Phase.live.rawValue { leaveUpstream() }
  }

  /// Disposes of the listener unless it has ended.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline func remove() -> Bool {
    guard close(as: .disposed) else { return false }
    leaveUpstream()
    return true
  }

  /// Ends the listener because the last value is behind it. Values that wait for another isolation are still delivered.
  ///
  /// - Returns: Whether this call ended it, so that the end is told once.
  @usableFromInline func end() -> Bool {
    guard close(as: .ended) else { return false }
    leaveUpstream()
    return true
  }

  /// Closes a live disposable: because no value follows, or because the transmitter removed the listener. One that has
  /// ended stays so, and its last values are delivered.
  ///
  /// - Parameter next: `ended` or `disposed`.
  /// - Returns: Whether it was live: true to one caller only, which takes and tells the upstream.
  func close(as next: Phase) -> Bool {
    let live = Phase.live.rawValue
    return phase.compareExchange(expected: live, desired: next.rawValue, ordering: .sequentiallyConsistent).exchanged
  }

  /// Closes a disposable because nothing shall be delivered any more, whether it is live or has ended.
  ///
  /// - Returns: As `close(as:)`.
  func silence() -> Bool {
    phase.exchange(Phase.disposed.rawValue, ordering: .sequentiallyConsistent) == Phase.live.rawValue
  }

  func leaveUpstream() {
    takeUpstream()?.leave(self)
  }

  /// Once the disposable is closed: the upstream, to one caller only.
  func takeUpstream() -> Upstream? {
    let address = upstream.exchange(0, ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<Upstream>.fromOpaque(pointer).takeRetainedValue()
  }
}
