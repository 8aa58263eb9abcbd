// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of ReactiveSwift, of Kotlin's flows and of observer libraries. The compiler rejects them, with a message that
/// names the call of Airwave.
extension Receiver {
  @available(*, unavailable, renamed: "listen(to:)")
  public func observeValues(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func startWithValues(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func observe(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(with:_:)")
  public func observe<Owner: AnyObject>(with owner: Owner, _ handle: (Owner, Value) -> Void) -> Disposable {
    fatalError()
  }

  @available(*, unavailable, renamed: "listen(to:)")
  public func addListener(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func addObserver(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func onReceive(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func collect(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func onEach(_ handle: (Value) -> Void) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func on(value handle: (Value) -> Void) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "print(_:)")
  public func logEvents() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "withPrevious()")
  public func combinePrevious() -> Receiver<(previous: Value?, current: Value)> { fatalError() }

  @available(*, unavailable, message: "use prepend(initial).withPrevious().skip(count: 1)")
  public func combinePrevious(_ initial: Value) -> Receiver<(previous: Value?, current: Value)> { fatalError() }

  @available(*, unavailable, renamed: "combineLatest(_:)")
  public func combineLatest<Other>(with other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "zip(_:)")
  public func zip<Other>(with other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "skip(count:)")
  public func skip(first count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(count:)")
  public func take(first count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use listen(with: owner) { owner, value in }")
  public func take<Lifetime: AnyObject>(duringLifetimeOf owner: Lifetime) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "prepend(_:)")
  public func prefix(value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use forward(to:) with the transmitter of a warm pair")
  public func replayLazily(upTo count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skip(count:)")
  public func drop(_ count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "combineLatest(_:)")
  public func combine<Other>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "forward(to:)")
  @discardableResult
  public func bind(to transmitter: Airwave.Transmitter<Value>) -> Disposable { fatalError() }

  @available(*, unavailable, message: "a receiver cannot be set: bind to the variable, which is _name for $name")
  @discardableResult
  public func bind(to receiver: Receiver<Value>) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use combineLatest(variable.receiver)")
  public func combineLatest<Other>(_ variable: Variable<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, message: "use withLatest(from: variable.receiver)")
  public func withLatest<Other>(from variable: Variable<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, message: "a receiver cannot broadcast: use broadcast(_:) of its transmitter")
  public func send(_ value: Value) { fatalError() }
}

@available(*, unavailable, message: "use a.combineLatest(b), or Receiver.combineLatest(a, b)")
public func combineLatest<each Value>(_ receivers: repeat Receiver<each Value>) -> Receiver<(repeat each Value)> {
  fatalError()
}
