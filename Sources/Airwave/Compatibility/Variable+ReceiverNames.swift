// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Operators, which a variable has by its receiver. The compiler rejects them, with a message that says so.
extension Variable {
  @available(*, unavailable, renamed: "receiver.filter(_:)")
  public func filter(_ isIncluded: (Value) -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "receiver.skipRepeats()")
  public func skipRepeats() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "receiver.skipRepeats()")
  public func removeDuplicates() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "receiver.skipRepeats()")
  public func distinctUntilChanged() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "receiver.skip(count:)")
  public func dropFirst(_ count: Int = 1) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "receiver.skip(count:)")
  public func skip(_ count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "receiver.combineLatest(_:)")
  public func combineLatest<Other>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, message: "use receiver.combineLatest(variable.receiver)")
  public func combineLatest<Other>(_ variable: Variable<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, message: "use the property receiver, and a listener written in main-actor code")
  public func receive<Scheduler: AnyObject>(on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "receiver.bind(to:on:)")
  public func bind<Root, Property>(to keyPath: ReferenceWritableKeyPath<Root, Property>, on object: Root)
    -> Disposable
  { fatalError() }

  @available(*, unavailable, renamed: "receiver.bind(to:on:)")
  public func assign<Root, Property>(to keyPath: ReferenceWritableKeyPath<Root, Property>, on object: Root)
    -> Disposable
  { fatalError() }

  @available(*, unavailable, renamed: "receiver.values")
  public var values: ReceiverValues<Value> { fatalError() }

  @available(*, unavailable, message: "use the property receiver")
  public var publisher: Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use the property receiver")
  public var producer: Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use receiver.skip(count: 1)")
  public var signal: Receiver<Value> { fatalError() }
}
