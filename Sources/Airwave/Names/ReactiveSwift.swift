// Names of ReactiveSwift. The compiler rejects them, with a message that names the call of Airwave.
// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Receiver {
  @available(*, unavailable, renamed: "listen(to:)")
  public func observeValues(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func startWithValues(_ handle: (Value) -> Void) -> Disposable { fatalError() }

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
}

extension Transmitter {
  @available(*, unavailable, renamed: "broadcast(_:)")
  public func send(value: Value) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func sendCompleted() { fatalError() }
}

extension Variable {
  @available(*, unavailable, renamed: "withValue(_:)")
  public func modify(_ change: (inout Value) -> Void) { fatalError() }
}

extension DisposeBag {
  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ disposable: Disposable) { fatalError() }
}

// Where a client also imports the other library, the type of that library is used.

@available(*, unavailable, renamed: "Variable")
public typealias MutableProperty<Value: Sendable> = Variable<Value>
