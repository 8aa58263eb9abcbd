public import Synchronization

// How a listener ends. There are two steps. `stop` is one exchange of its phase: after it, no value is taken from the
// source, and only one caller has stopped the listener. After a disposal, what waits for an actor is not delivered,
// either. `leave` then takes the upstream of the disposable, and has the source release the listener. `end(as:)` and
// `dispose()` make both steps.

/// Why a listener ended, other than by `dispose()`.
@usableFromInline package enum Ending {
  /// No value follows.
  case finished
  /// The transmitter removed the listener.
  case removed
}

/// The phases of a disposable, and the upstream that it notifies when it ends.
///
/// `isLive` acquires nothing. What a listener uses is published by the gate, with the request that adds it. A thread
/// that has disposed of the listener, or has synchronized with such a thread, sees the new phase by coherence.
/// `hasEnded` acquires for the sake of users, who may conclude from ``isDisposed`` that what another thread did before
/// `dispose()` is done.
///
/// A thread that attaches writes the upstream and then reads the phase; one that ends the listener writes the phase and
/// then takes the upstream. One of the two must see the write of the other. Both exchange the upstream, so that one
/// exchange comes after the other. If that of `attach` is the later one, it acquires the phase; if not,
/// `takeUpstream` finds the upstream.
///
/// The slot is atomic because a disposable is `Sendable`, and the compiler does not know of the gate. Only the holder
/// of the gate accesses it, and a relaxed access costs as much as a plain one.
extension Disposable {
  @usableFromInline enum Phase: UInt8, Sendable {
    /// Values are delivered.
    case live
    /// The pair is finished, or an operator is done. No value follows, but the last values may still wait for an
    /// isolation.
    case ended
    /// Nothing may be delivered any more.
    case disposed
  }

  @inlinable var isLive: Bool { phase.load(ordering: .relaxed) == Phase.live.rawValue }

  /// Whether nothing may be delivered any more, including values that wait for an isolation.
  @inlinable var isSilent: Bool { phase.load(ordering: .relaxed) == Phase.disposed.rawValue }

  /// Whether the listener has ended. If it has, the caller sees everything that the thread which ended it did before:
  /// the load acquires what `stop` has released.
  var hasEnded: Bool { phase.load(ordering: .acquiring) != Phase.live.rawValue }

  var slot: Int {
    get { Int(storedSlot.load(ordering: .relaxed)) }
    set { storedSlot.store(Int32(truncatingIfNeeded: newValue), ordering: .relaxed) }
  }

  /// Sets the upstream, which is notified of the end: at once, if the listener has already ended. Called once at most.
  @usableFromInline func attach(to upstream: Upstream) {
    attach(to: .passRetained(upstream))
  }

  /// Sets the upstream, and takes over a reference to it.
  @usableFromInline func attach(to upstream: Unmanaged<Upstream>) {
    let address = UInt(bitPattern: upstream.toOpaque())
    // Pairs with `takeUpstream`, both ways: it publishes the upstream, and acquires that the listener is stopped.
    // Not a store alone, because of the retain: see `LockWord`.
    _ = self.upstream.exchange(address, ordering: .acquiringAndReleasing)
    if phase.load(ordering: .relaxed) != Phase.live.rawValue { leave() }
  }

  /// Ends a live listener: as `ended`, after its last value, so that values which wait for another isolation are still
  /// delivered, or as `disposed`.
  ///
  /// - Returns: Whether this call ended it. Only one call does, so the end is delivered once.
  @usableFromInline func end(as next: Phase) -> Bool {
    guard stop(as: next) else { return false }
    leave()
    return true
  }

  /// Stops a live listener, because no value follows, or because the transmitter removed it. A listener that has
  /// already ended keeps its phase, so that its last values are delivered.
  ///
  /// - Parameter next: The new phase: `ended` or `disposed`.
  /// - Returns: Whether the listener was live. Only one caller gets `true`, and has the listener leave.
  func stop(as next: Phase) -> Bool {
    let live = Phase.live.rawValue
    // Pairs with `hasEnded`: publishes what the thread has done before.
    return phase.compareExchange(expected: live, desired: next.rawValue, ordering: .releasing).exchanged
  }

  /// Stops a listener that is live or has ended, so that nothing is delivered any more.
  ///
  /// - Returns: Whether the listener was live, as `stop(as:)`.
  func stop() -> Bool {
    // Pairs with `hasEnded`, as `stop(as:)`.
    phase.exchange(Phase.disposed.rawValue, ordering: .releasing) == Phase.live.rawValue
  }

  /// Has the upstream of a stopped listener release it.
  func leave() {
    if let rest = takeUpstream()?.leave(self) { Releases.release(consume rest) }
  }

  /// Takes the upstream of a stopped listener. Only the first caller gets it.
  func takeUpstream() -> Upstream? {
    instrument?.ended(self)
    // Pairs with `attach`, both ways: it acquires the upstream, and publishes that the listener is stopped.
    let address = upstream.exchange(0, ordering: .acquiringAndReleasing)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<Upstream>.fromOpaque(pointer).takeRetainedValue()
  }
}

/// Why a listener ended: by a call of `finish()` or an operator, or because a pair before it was *abandoned*, which
/// means finished by the release of its last transmitter. A recorder of a test does not insist that such an end is
/// read.
///
/// Operators that listen with disposables of their own carry the mark over, before they carry the end. A listener
/// after a junction is marked by the first abandoned source whose end it is told.
extension Disposable {
  // Both relaxed: what carries the end to the listener publishes the mark.
  package var isAbandoned: Bool { storedIsAbandoned.load(ordering: .relaxed) }

  @usableFromInline func abandon() {
    storedIsAbandoned.store(true, ordering: .relaxed)
  }

  /// Marks the listener if a source before it was abandoned.
  @usableFromInline func abandon(with source: Disposable) {
    if source.isAbandoned { abandon() }
  }
}

/// The base class of the objects that a disposable notifies of its end: a channel, a junction, a connection, or a
/// closure.
@usableFromInline package class Upstream: @unchecked Sendable {
  // Unchecked because the class has subclasses. It has no state, and each subclass guards its own.

  /// Called once: by the thread that ended the listener, or by the one that attaches to a listener that has ended.
  ///
  /// - Returns: What the caller passes to `Releases`, because it may hold the last references to what the listener has
  ///   captured: the upstream itself, or the listener that a channel has removed.
  func leave(_ disposable: Disposable) -> AnyObject? {
    preconditionFailure("overridden by every subclass")
  }
}

/// An upstream that calls a closure.
final class DisposalAction: Upstream, @unchecked Sendable {
  // Unchecked: the closure is constant, and may be called on any thread. Either its type was `Sendable` when it was
  // passed in, or the code that makes the action guarantees it.
  private let action: () -> Void

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  override func leave(_ disposable: Disposable) -> AnyObject? {
    action()
    return self
  }
}

/// An upstream that cancels work if the disposable is disposed of while it is live.
final class Cancellation: Upstream, @unchecked Sendable {
  // Unchecked because the superclass is: the only property is constant and `Sendable`.
  private let cancel: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }

  override func leave(_ disposable: Disposable) -> AnyObject? {
    // If the work was done before the disposable was attached to this object, the disposable has ended, but it is not
    // disposed of before the work has called the listeners.
    if disposable.isSilent { cancel() }
    return self
  }
}
