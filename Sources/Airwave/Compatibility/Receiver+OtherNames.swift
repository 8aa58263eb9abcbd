/// Names of ReactiveSwift, of Kotlin's flows and of observer libraries. The compiler rejects them, with a message that
/// names the call of Airwave.
extension Receiver {
  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func observeValues(_ handle: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func startWithValues(_ handle: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func observe(_ handle: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(with:_:)`.
  @available(*, unavailable, renamed: "listen(with:_:)")
  public func observe<Owner: AnyObject>(with owner: Owner, _ handle: @escaping (Owner, Value) -> Void) -> Disposable {
    fatalError()
  }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func addListener(_ handle: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func addObserver(_ handle: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func onReceive(_ handle: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func collect(_ handle: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `handleEvents(onValue:)`.
  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func onEach(_ handle: @escaping (Value) -> Void) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `handleEvents(onValue:)`.
  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func on(value handle: @escaping (Value) -> Void) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `print(_:)`.
  @available(*, unavailable, renamed: "print(_:)")
  public func logEvents() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `withPrevious()`.
  @available(*, unavailable, renamed: "withPrevious()")
  public func combinePrevious() -> Receiver<(previous: Value?, current: Value)> { fatalError() }

  /// Unavailable. Use prepend(initial).withPrevious().skip(count: 1).
  @available(*, unavailable, message: "use prepend(initial).withPrevious().skip(count: 1)")
  public func combinePrevious(_ initial: Value) -> Receiver<(previous: Value?, current: Value)> { fatalError() }

  /// Unavailable. Use `skip(count:)`.
  @available(*, unavailable, renamed: "skip(count:)")
  public func skip(first count: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `take(count:)`.
  @available(*, unavailable, renamed: "take(count:)")
  public func take(first count: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use listen(with: owner) { owner, value in }.
  @available(*, unavailable, message: "use listen(with: owner) { owner, value in }")
  public func take<Lifetime: AnyObject>(duringLifetimeOf owner: Lifetime) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `prepend(_:)`.
  @available(*, unavailable, renamed: "prepend(_:)")
  public func prefix(value: Value) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use forward(to:) with the transmitter of a warm pair.
  @available(*, unavailable, message: "use forward(to:) with the transmitter of a warm pair")
  public func replayLazily(upTo count: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skip(count:)`.
  @available(*, unavailable, renamed: "skip(count:)")
  public func drop(_ count: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `combineLatest(_:)`.
  @available(*, unavailable, renamed: "combineLatest(_:)")
  public func combine<Other>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  /// Unavailable. A receiver cannot broadcast: use broadcast(_:) of its transmitter.
  @available(*, unavailable, message: "a receiver cannot broadcast: use broadcast(_:) of its transmitter")
  public func send(_ value: Value) { fatalError() }
}
