public import Synchronization

/// A handle that ends a listener, or another ongoing operation.
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
/// Releasing a disposable does not end its listener, which lives as long as the pair. To end the listener earlier, keep
/// the disposable and call ``dispose()``, put it into a ``DisposeBag``, or call ``scoped()``.
public final class Disposable: Sendable {
  /// The raw value of a `Phase`. In code that is not optimized, each load of an atomic enumeration would take a lock of
  /// the Swift runtime.
  @usableFromInline let phase = Atomic<UInt8>(Phase.live.rawValue)

  /// Whether the sink of this disposable only reads the replay. Such a sink does not join a channel.
  @usableFromInline package let isPeek: Bool

  /// Whether a pair before the listener was abandoned: it was finished by the release of its last transmitter.
  let storedIsAbandoned = Atomic<Bool>(false)

  /// The slot of the listener in the table of its channel, or -1 if it is in none. It is stale once the table was
  /// emptied. Only the holder of the channel's gate uses it.
  let storedSlot = Atomic<Int32>(-1)

  /// A retained reference to an `Upstream`, or 0. The thread that ends the listener takes the reference.
  let upstream = Atomic<UInt>(0)

  /// The owner of the listener. Without an owner, the listener lives as long as the pair.
  @usableFromInline package let owner: OwnerReference?

  /// What the inspector knows of the listener.
  package let hooks = ListenerHooks()

  @usableFromInline package init(isPeek: Bool = false, owner: OwnerReference? = nil) {
    self.isPeek = isPeek
    self.owner = owner
  }

  /// Makes the disposable of a listener that ends with an object, and whose closure has an isolation, or none.
  @usableFromInline convenience init(owner: AnyObject, on isolation: (any Actor)?) {
    self.init(owner: OwnerReference(owner, on: isolation))
  }

  /// Makes the disposable of a source of a listener. All that a chain carries from a listener to its sources is carried
  /// over here.
  @usableFromInline convenience init(sourceOf listener: Disposable) {
    self.init(isPeek: listener.isPeek, owner: listener.owner)
    instrument?.made(self, asSourceOf: listener)
  }

  /// Makes a disposable from a closure.
  ///
  /// ```swift
  /// let reading = Disposable { print("closed") }
  /// reading.dispose()
  /// reading.dispose()
  /// // closed
  /// ```
  ///
  /// - Parameter action: Called once, by the first call of ``dispose()``, on the calling thread, and then released.
  public init(_ action: @escaping @Sendable () -> Void) {
    (isPeek, owner) = (false, nil)
    attach(to: DisposalAction(action))
  }

  /// A disposable that has already ended, for a listener that is never called.
  @usableFromInline static var disposed: Disposable {
    let disposable = Disposable()
    disposable.dispose()
    return disposable
  }

  /// Whether the listener has ended: by ``dispose()``, because its pair is finished, because an operator is done, or
  /// because the transmitter removed it.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let listening = receiver.take(count: 1).listen { print($0) }
  /// print(listening.isDisposed)
  ///
  /// transmitter.broadcast(1)
  /// print(listening.isDisposed)
  /// // false
  /// // 1
  /// // true
  /// ```
  ///
  /// If this is true, everything that another thread did before it ended the listener is visible to the caller.
  public var isDisposed: Bool { hasEnded }

  /// Ends the listener for good. You may call this any number of times, on any thread, inside any listener.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let first = receiver.listen { print("first \($0)") }
  /// receiver.listen { value in
  ///   print("second \(value)")
  ///   first.dispose()
  /// }
  ///
  /// [1, 2].forEach(transmitter.broadcast)
  /// // first 1
  /// // second 1
  /// // second 2
  /// ```
  ///
  /// When this returns, the listener is not called again on this thread or isolation. A call that is running on another
  /// thread may still finish. The listener's closure and everything it captured are released as soon as no delivery
  /// uses them. If no delivery is in progress, they are released at once. The `onFinish` closure is not called
  /// afterwards.
  ///
  /// - Complexity: O(1), amortized, with any number of other listeners.
  public func dispose() {
    if stop() { leave() }
  }

  /// Puts this disposable into a bag. The bag disposes of it when you call ``DisposeBag/dispose()`` or when the bag is
  /// deinitialized.
  ///
  /// ```swift
  /// @MainActor
  /// final class Screen {
  ///   private let bag = DisposeBag()
  ///
  ///   init(_ titles: Receiver<String>) {
  ///     titles.listen { print("title: \($0)") }.disposed(by: bag)
  ///   }
  /// }
  ///
  /// let (transmitter, titles) = Receiver<String>.make()
  /// var screen: Screen? = Screen(titles)
  /// transmitter.broadcast("one")
  /// screen = nil
  /// transmitter.broadcast("two")
  /// // title: one
  /// ```
  ///
  /// - Parameter bag: The bag.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }

  /// Makes a token that disposes of this disposable when the token is deinitialized.
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
  /// - Returns: A token. Keep it for as long as you want to listen.
  public func scoped() -> ScopedDisposable {
    ScopedDisposable(self)
  }

  deinit {
    if let upstream = takeUpstream() { Releases.release(consume upstream) }
  }
}

/// A token that disposes of a disposable when the token is deinitialized. ``Disposable/scoped()`` makes it.
///
/// ```swift
/// @MainActor
/// final class Screen {
///   private var listening: ScopedDisposable?
///
///   func show(_ titles: Receiver<String>) { listening = titles.listen { print($0) }.scoped() }
/// }
///
/// let (news, newsTitles) = Receiver<String>.make()
/// let (mail, mailTitles) = Receiver<String>.make()
/// let screen = Screen()
/// screen.show(newsTitles)
/// screen.show(mailTitles)
///
/// news.broadcast("not shown")
/// mail.broadcast("You have mail")
/// // You have mail
/// ```
public final class ScopedDisposable: Sendable {
  private let disposable: Disposable

  @usableFromInline init(_ disposable: Disposable) {
    self.disposable = disposable
  }

  deinit {
    disposable.dispose()
  }

  /// Whether the disposable has already ended.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let token = receiver.listen { print($0) }.scoped()
  /// print(token.isDisposed)
  /// transmitter.finish()
  /// print(token.isDisposed)
  /// // false
  /// // true
  /// ```
  public var isDisposed: Bool { disposable.isDisposed }

  /// Disposes of the disposable now, instead of when the token is deinitialized.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let token = receiver.listen { print($0) }.scoped()
  ///
  /// transmitter.broadcast(1)
  /// token.dispose()
  /// transmitter.broadcast(2)
  /// print(token.isDisposed)
  /// // 1
  /// // true
  /// ```
  public func dispose() {
    disposable.dispose()
  }
}

extension Disposable: CustomStringConvertible, CustomReflectable {
  /// `Disposable(live)`, or `Disposable(disposed)` if ``isDisposed`` is true.
  ///
  /// ```swift
  /// let reading = Disposable { print("closed") }
  /// print(reading)
  /// reading.dispose()
  /// print(reading)
  /// // Disposable(live)
  /// // closed
  /// // Disposable(disposed)
  /// ```
  public var description: String { isDisposed ? "Disposable(disposed)" : "Disposable(live)" }

  /// A mirror without children.
  ///
  /// ```swift
  /// dump(Disposable {})
  /// // - Disposable(live) #0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}

extension ScopedDisposable: CustomStringConvertible, CustomReflectable {
  /// `ScopedDisposable(live)`, or `ScopedDisposable(disposed)` if ``isDisposed`` is true.
  ///
  /// ```swift
  /// let token = Disposable {}.scoped()
  /// print(token)
  /// token.dispose()
  /// print(token)
  /// // ScopedDisposable(live)
  /// // ScopedDisposable(disposed)
  /// ```
  public var description: String { isDisposed ? "ScopedDisposable(disposed)" : "ScopedDisposable(live)" }

  /// A mirror without children.
  ///
  /// ```swift
  /// dump(Disposable {}.scoped())
  /// // - ScopedDisposable(live) #0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}
