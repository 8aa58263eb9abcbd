// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of other libraries. The compiler rejects them, with a message that names the call of Airwave.
extension Variable {
  @available(*, unavailable, message: "use Variable(value)")
  public convenience init(value: Value) {
    self.init(value)
  }

  @available(*, unavailable, message: "use value = newValue")
  public func send(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "use value = newValue")
  public func broadcast(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "use value = newValue")
  public func accept(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "use value = newValue")
  public func onNext(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "withValue(_:)")
  public func modify(_ change: (inout Value) -> Void) { fatalError() }

  @available(*, unavailable, message: "use value = newValue")
  public func set(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "withValue(_:)")
  public func mutate(_ change: (inout Value) -> Void) { fatalError() }

  @available(*, unavailable, renamed: "withValue(_:)")
  public func withLock(_ change: (inout Value) -> Void) { fatalError() }

  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func observe(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "receiver.bind(to:)")
  public func bind(to variable: Variable<Value>) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "withValue(_:)")
  public func update(_ change: (inout Value) -> Void) { fatalError() }

  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func listen(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func sink(receiveValue: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func subscribe(onNext: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "receiver.map(_:)")
  public func map<Output>(_ transform: (Value) -> Output) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "use the property receiver")
  public func eraseToAnyPublisher() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use the property receiver")
  public func asObservable() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use the property receiver")
  public func asDriver() -> Receiver<Value> { fatalError() }
}
