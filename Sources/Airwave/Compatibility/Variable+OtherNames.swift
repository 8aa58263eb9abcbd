/// Names of other libraries. The compiler rejects them, with a message that names the call of Airwave.
extension Variable {
  /// Unavailable. Use ``init(_:)``.
  @available(*, unavailable, message: "use Variable(value)")
  public convenience init(value: Value) {
    self.init(value)
  }

  /// Unavailable. Use value = newValue.
  @available(*, unavailable, message: "use value = newValue")
  public func send(_ value: Value) { fatalError() }

  /// Unavailable. Use value = newValue.
  @available(*, unavailable, message: "use value = newValue")
  public func accept(_ value: Value) { fatalError() }

  /// Unavailable. Use value = newValue.
  @available(*, unavailable, message: "use value = newValue")
  public func onNext(_ value: Value) { fatalError() }

  /// Unavailable. Use `withValue(_:)`.
  @available(*, unavailable, renamed: "withValue(_:)")
  public func modify(_ change: (inout Value) -> Void) { fatalError() }

  /// Unavailable. Use `withValue(_:)`.
  @available(*, unavailable, renamed: "withValue(_:)")
  public func update(_ change: (inout Value) -> Void) { fatalError() }

  /// Unavailable. Use `receiver.listen(to:)`.
  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func listen(_ handle: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `receiver.listen(to:)`.
  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func sink(receiveValue: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `receiver.listen(to:)`.
  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func subscribe(onNext: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `receiver.map(_:)`.
  @available(*, unavailable, renamed: "receiver.map(_:)")
  public func map<Output>(_ transform: @escaping (Value) -> Output) -> Receiver<Output> { fatalError() }

  /// Unavailable. Use the property receiver.
  @available(*, unavailable, message: "use the property receiver")
  public func eraseToAnyPublisher() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use the property receiver.
  @available(*, unavailable, message: "use the property receiver")
  public func asObservable() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use the property receiver.
  @available(*, unavailable, message: "use the property receiver")
  public func asDriver() -> Receiver<Value> { fatalError() }
}
