// Names that several libraries share, such as `retry`, and those of libraries with few names of their own: Kotlin's
// flows, sequences of the standard library, and libraries of observers. The compiler rejects them, with a message that
// names the call of Airwave.
// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// AirwaveTesting has it. Where that module is imported, its declaration hides this one.
@available(*, unavailable, message: "add AirwaveTesting to the test target, and import it")
public enum ListenerTracker {}

extension Receiver {
  @available(*, unavailable, message: "write the closure of listen in main-actor code, or pass a DispatchQueue")
  public func observe<Scheduler: AnyObject>(on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func observe(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(with:_:)")
  public func observe<Owner>(with owner: Owner, _ handle: (Owner, Value) -> Void) -> Disposable { fatalError() }

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

  @available(*, unavailable, renamed: "skip(count:)")
  public func drop(_ count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "combineLatest(_:)")
  public func combine<Other>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, message: "a receiver cannot broadcast: use broadcast(_:) of its transmitter")
  public func send(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "no failure: use map { $0.mapError(transform) } on a receiver of Result")
  public func mapError<Failure>(_ transform: (any Error) -> Failure) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "no failure: use replaceFailures(_:) on a receiver of Result")
  public func `catch`<Output>(_ handler: (any Error) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "no failure: try again in the function that you pass to asyncMap or mapLatest")
  public func retry(_ count: Int = 1) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use scan(_:_:), or values.reduce(_:_:), which awaits the end")
  public func reduce<Output>(_ first: Output, _ combine: (Output, Value) -> Output) -> Receiver<Output> { fatalError() }
}

extension Transmitter {
  @available(*, unavailable, renamed: "finish()")
  public func complete() { fatalError() }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func emit(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func yield(_ value: Value) { fatalError() }
}

extension Variable {
  @available(*, unavailable, message: "use value = newValue")
  public func set(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "withValue(_:)")
  public func mutate(_ change: (inout Value) -> Void) { fatalError() }

  @available(*, unavailable, renamed: "withValue(_:)")
  public func withLock(_ change: (inout Value) -> Void) { fatalError() }

  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func observe(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "withValue(_:)")
  public func update(_ change: (inout Value) -> Void) { fatalError() }
}

extension Disposable {
  @available(*, unavailable, renamed: "dispose()")
  public func unsubscribe() { fatalError() }
}

extension DisposeBag {
  @available(*, unavailable, renamed: "insert(_:)")
  public func append(_ disposable: Disposable) { fatalError() }
}

@available(*, unavailable, message: "use a.combineLatest(b), or Receiver.combineLatest(a, b)")
public func combineLatest<each Value>(_ receivers: repeat Receiver<each Value>) -> Receiver<(repeat each Value)> {
  fatalError()
}

// Where a client also imports the other library, the type of that library is used.
@available(*, unavailable, message: "use DisposeBag, which goes on after dispose()")
public typealias CompositeDisposable = DisposeBag
