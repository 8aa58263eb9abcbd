public import Synchronization

/// The end of something that goes on, held in the hand: of listening, most of all.
///
/// ```swift
/// let (transmitter, receiver) = Receiver<String>.make()
/// let listening = receiver.listen { print($0) }
///
/// transmitter.broadcast("heard")
/// listening.dispose()
/// transmitter.broadcast("missed")
/// // heard
/// ```
///
/// Dropping a disposable ends nothing: the listener lives as long as its pair. Keep the disposable to end it earlier, put
/// it into a ``DisposeBag``, or call ``scoped()``.
public final class Disposable: Sendable {
  /// The raw value of a `Phase`: without optimization, an atomic enumeration goes through a lock of the language's runtime at
  /// each load.
  @usableFromInline let phase = Atomic<UInt8>(Phase.live.rawValue)

  /// Whether attaching hears the replay alone, and joins nothing.
  @usableFromInline let isPeek: Bool

  /// The slot of the listener in the table of its channel, or -1. Only the owner of the channel's gate uses it.
  let storedSlot = Atomic<Int32>(-1)

  /// An owned reference to an `Upstream`, or 0. The thread that ends the listener takes it.
  let upstream = Atomic<UInt>(0)

  @usableFromInline let owner: Owner

  @usableFromInline init(isPeek: Bool = false, owner: Owner) {
    self.isPeek = isPeek
    self.owner = owner
  }

  @usableFromInline package convenience init(isPeek: Bool = false) {
    self.init(isPeek: isPeek, owner: .none)
  }

  /// Makes a disposable of your own.
  ///
  /// ```swift
  /// let reading = Disposable { print("closed") }
  /// reading.dispose()
  /// reading.dispose()
  /// // closed
  /// ```
  ///
  /// - Parameter action: Runs once, in the first call of ``dispose()``, on the thread of the caller, and is released then.
  public init(_ action: @escaping @Sendable () -> Void) {
    (isPeek, owner) = (false, .none)
    attach(to: DisposalAction(action))
  }

  /// One that has ended: of a listener that is never called.
  @usableFromInline static var disposed: Disposable {
    let disposable = Disposable()
    disposable.dispose()
    return disposable
  }

  /// Whether it has ended: by ``dispose()``, because its pair is finished, or because an operator is done.
  public var isDisposed: Bool { !isLive }

  /// Ends it, for good. May be called any number of times, on any thread, inside any listener.
  ///
  /// When it returns, the listener is not called again on this thread or isolation; a call that is running on another
  /// thread may still finish. The listener's closure and all that it captured are released as soon as no delivery is
  /// using them, at once if none is under way. An `onFinish` closure is not called afterwards.
  ///
  /// - Complexity: O(1), amortized, with any number of other listeners.
  public func dispose() {
    if silence() { leaveUpstream() }
  }

  /// Ends it when a bag goes away, or is told to dispose.
  ///
  /// - Parameter bag: The bag to put it into.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }

  /// Ends it when the token that is returned goes away.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// do {
  ///   let token = receiver.listen { print($0) }.scoped()
  ///   withExtendedLifetime(token) { transmitter.broadcast(1) }
  /// }
  /// transmitter.broadcast(2)
  /// // 1
  /// ```
  ///
  /// - Returns: A token to keep for as long as you listen.
  public func scoped() -> ScopedDisposable {
    ScopedDisposable(self)
  }

  deinit {
    _ = takeUpstream()
  }
}

/// A token that ends something when it goes away. ``Disposable/scoped()`` makes it.
public final class ScopedDisposable: Sendable {
  private let disposable: Disposable

  @usableFromInline init(_ disposable: Disposable) {
    self.disposable = disposable
  }

  deinit {
    disposable.dispose()
  }

  /// Whether it has ended already.
  public var isDisposed: Bool { disposable.isDisposed }

  /// Ends it now instead of when the token goes away.
  public func dispose() {
    disposable.dispose()
  }
}
