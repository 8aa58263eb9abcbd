public import Synchronization

/// The phases of a disposable, and the upstream that it notifies when it ends.
extension Disposable {
  @usableFromInline
  enum Phase: UInt8, Sendable {
    /// Values are delivered.
    case live
    /// The pair is finished, or an operator is done. No value follows, but the last values may still wait for an
    /// isolation.
    case ended
    /// Nothing may be delivered any more.
    case disposed
  }

  @inlinable var isLive: Bool { phase.load(ordering: .acquiring) == Phase.live.rawValue }

  /// Whether nothing may be delivered any more, including values that wait for an isolation.
  @inlinable var isSilent: Bool { phase.load(ordering: .acquiring) == Phase.disposed.rawValue }

  var slot: Int {
    get { Int(storedSlot.load(ordering: .relaxed)) }
    set { storedSlot.store(Int32(truncatingIfNeeded: newValue), ordering: .relaxed) }
  }

  /// Sets the upstream, which is notified of the end: at once, if the listener has already ended. Called once at most.
  @usableFromInline func attach(to upstream: Upstream) {
    let address = UInt(bitPattern: Unmanaged.passRetained(upstream).toOpaque())
    // Not a store: the optimizer moves the retain of a reference below a store. Another thread could then take and
    // release the reference before it is retained.
    _ = self.upstream.exchange(address, ordering: .sequentiallyConsistent)
    // Sequentially consistent: either this thread sees that the listener has ended, or the thread that ends it sees the
    // upstream.
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

  /// Ends the listener after its last value. Values that wait for another isolation are still delivered.
  ///
  /// - Returns: Whether this call ended it. Only one call does, so the end is delivered once.
  @usableFromInline func end() -> Bool {
    guard close(as: .ended) else { return false }
    leaveUpstream()
    return true
  }

  /// Closes a live disposable, because no value follows, or because the transmitter removed the listener. A disposable
  /// that has already ended keeps its phase, so that its last values are delivered.
  ///
  /// - Parameter next: The new phase: `ended` or `disposed`.
  /// - Returns: Whether the disposable was live. Only one caller gets `true`: it must notify the upstream.
  func close(as next: Phase) -> Bool {
    let live = Phase.live.rawValue
    return phase.compareExchange(expected: live, desired: next.rawValue, ordering: .sequentiallyConsistent).exchanged
  }

  /// Closes a disposable that is live or has ended, so that nothing is delivered any more.
  ///
  /// - Returns: Whether the disposable was live, as `close(as:)`.
  func silence() -> Bool {
    phase.exchange(Phase.disposed.rawValue, ordering: .sequentiallyConsistent) == Phase.live.rawValue
  }

  func leaveUpstream() {
    takeUpstream()?.leave(self)
  }

  /// Takes the upstream of a closed disposable. Only the first caller gets it.
  func takeUpstream() -> Upstream? {
    let address = upstream.exchange(0, ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<Upstream>.fromOpaque(pointer).takeRetainedValue()
  }
}
