public import Synchronization

/// What stands behind a `Disposable`: whether it has ended, and whom to tell.
@usableFromInline
struct Registration: ~Copyable, Sendable {
  @usableFromInline
  enum Phase: UInt8, Sendable {
    /// Values are delivered.
    case live
    /// The pair is finished, or an operator is done: nothing more comes, but the last values may be on their way.
    case ended
    /// Nothing is delivered any more.
    case disposed
  }

  /// A raw value: without optimization, an atomic enumeration goes through a lock of the language's runtime at each load.
  @usableFromInline let phase = Atomic<UInt8>(Phase.live.rawValue)

  /// Whether attaching hears the replay alone, and joins nothing.
  @usableFromInline let isPeek: Bool

  /// The slot of the listener in the table of its channel, or -1. Only the owner of the channel's gate uses it.
  private let storedSlot = Atomic<Int32>(-1)

  /// An owned reference to an `Upstream`, or 0. Whoever ends the registration takes it.
  private let upstream = Atomic<UInt>(0)

  @usableFromInline let owner: Owner

  @usableFromInline init(isPeek: Bool, owner: Owner) {
    self.isPeek = isPeek
    self.owner = owner
  }

  @inlinable var isLive: Bool { phase.load(ordering: .acquiring) == Phase.live.rawValue }

  @inlinable var isDisposed: Bool { phase.load(ordering: .acquiring) == Phase.disposed.rawValue }

  var slot: Int {
    get { Int(storedSlot.load(ordering: .relaxed)) }
    nonmutating set { storedSlot.store(Int32(truncatingIfNeeded: newValue), ordering: .relaxed) }
  }

  /// Says whom to tell of the end. Called once at most.
  ///
  /// - Parameter upstream: Whom to tell.
  /// - Returns: Whether the registration is live still. Otherwise the caller looks whether it is up to it to tell: the
  ///   sequentially consistent order makes sure that the one who ends it or this caller sees the other.
  func attach(to upstream: Upstream) -> Bool {
    let address = UInt(bitPattern: Unmanaged.passRetained(upstream).toOpaque())
    // An exchange: the optimizer would move the retain below a store, and so behind the release of a thread that takes it.
    _ = self.upstream.exchange(address, ordering: .sequentiallyConsistent)
    return phase.load(ordering: .sequentiallyConsistent) == Phase.live.rawValue
  }

  /// Closes a live registration: because no value follows, or because the transmitter removed the listener. One that has
  /// ended stays so, and its last values are delivered.
  ///
  /// - Parameter next: `ended` or `disposed`.
  /// - Returns: Whether the registration was live: true to one caller only, which takes and tells the upstream.
  func close(as next: Phase) -> Bool {
    let live = Phase.live.rawValue
    return phase.compareExchange(expected: live, desired: next.rawValue, ordering: .sequentiallyConsistent).exchanged
  }

  /// Closes a registration because nothing shall be delivered any more, whether it is live or has ended.
  ///
  /// - Returns: As `close(as:)`.
  func dispose() -> Bool {
    phase.exchange(Phase.disposed.rawValue, ordering: .sequentiallyConsistent) == Phase.live.rawValue
  }

  /// Once the registration is closed: whom to tell, to one caller only.
  func takeUpstream() -> Upstream? {
    let address = upstream.exchange(0, ordering: .sequentiallyConsistent)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    return Unmanaged<Upstream>.fromOpaque(pointer).takeRetainedValue()
  }

  deinit {
    _ = takeUpstream()
  }
}

/// What a registration is registered with.
@usableFromInline
class Upstream: @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked; it has no state, and each subclass guards its own.

  /// Called once, by the thread that ended the registration.
  func leave(_ disposable: Disposable) {
    preconditionFailure("overridden by every subclass")
  }
}

/// The closure that a `Disposable` of the user's own was made from.
final class DisposalAction: Upstream, @unchecked Sendable {
  // Unchecked for the reason above; its one member is constant, and may be called anywhere: its type said so when it was
  // given, or the caller of `Disposable.init(onAnyThread:)` vouches for it.
  private let action: () -> Void

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  override func leave(_ disposable: Disposable) {
    action()
  }
}
