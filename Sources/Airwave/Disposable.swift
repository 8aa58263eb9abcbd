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
  @usableFromInline let registration: Registration

  @usableFromInline init(isPeek: Bool = false, owner: Owner) {
    registration = Registration(isPeek: isPeek, owner: owner)
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
    registration = Registration(isPeek: false, owner: .none)
    _ = registration.attach(to: DisposalAction(action))
  }

  /// One that has ended: of a listener that is never called.
  @usableFromInline static var disposed: Disposable {
    let disposable = Disposable()
    disposable.dispose()
    return disposable
  }

  /// Whether it has ended: by ``dispose()``, because its pair is finished, or because an operator is done.
  public var isDisposed: Bool { !registration.isLive }

  /// Ends it, for good. May be called any number of times, on any thread, inside any listener.
  ///
  /// When it returns, the listener is not called again on this thread or isolation; a call that is running on another
  /// thread may still finish. The listener's closure and all that it captured are released as soon as no delivery is
  /// using them, at once if none is under way. An `onFinish` closure is not called afterwards.
  ///
  /// - Complexity: O(1), amortized, with any number of other listeners.
  public func dispose() {
    if registration.dispose() { leaveUpstream() }
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

  /// Says whom to tell of the end: at once, if it has ended already.
  @usableFromInline func attach(to upstream: Upstream) {
    if !registration.attach(to: upstream) { registration.takeUpstream()?.leave(self) }
  }

  /// Disposes of it unless it has ended.
  ///
  /// - Returns: Whether this call ended it.
  @usableFromInline func remove() -> Bool {
    guard registration.close(as: .disposed) else { return false }
    leaveUpstream()
    return true
  }

  /// Ends it because the last value is behind it. Values that wait for another isolation are still delivered.
  ///
  /// - Returns: Whether this call ended it, so that the end is told once.
  @usableFromInline func end() -> Bool {
    guard registration.close(as: .ended) else { return false }
    leaveUpstream()
    return true
  }

  private func leaveUpstream() {
    registration.takeUpstream()?.leave(self)
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
