// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of RxSwift that take a scheduler, an event, or what to do after a failure. The compiler rejects them, with a
/// message that names the call of Airwave.
extension Receiver {
  @available(*, unavailable, message: "use listen { value in } onFinish: { }")
  public enum EventOfRxSwift {
    case next(Value), value(Value)
    case error(any Error), failed(any Error)
    case completed, interrupted
  }

  @available(*, unavailable, message: "use listen { value in } onFinish: { }")
  @_disfavoredOverload
  public func subscribe(_ on: (EventOfRxSwift) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func subscribe(onSuccess: (Value) -> Void, onError: ((any Error) -> Void)? = nil) -> Disposable {
    fatalError()
  }

  @available(*, unavailable, message: "use listen { value in } onFinish: { }")
  @_disfavoredOverload
  public func observe(_ action: (EventOfRxSwift) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "write the closure of listen in main-actor code, or pass a DispatchQueue")
  public func observeOn<Scheduler: AnyObject>(_ scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: listen joins at once, and waits for no other thread")
  public func subscribeOn<Scheduler: AnyObject>(_ scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a closure written in main-actor code runs on the main actor")
  public func asDriver(onErrorJustReturn value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a closure written in main-actor code runs on the main actor")
  public func asDriver(onErrorDriveWith other: Receiver<Value>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a closure written in main-actor code runs on the main actor")
  public func asSignal(onErrorJustReturn value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(for:clock:)")
  public func take<Scheduler>(_ interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(for:clock:)")
  public func take<Scheduler>(for interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skip(for:clock:)")
  public func skip<Scheduler>(_ interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use take(while:inclusive:)")
  public enum BehaviorOfRxSwift {
    case inclusive, exclusive
  }

  @available(*, unavailable, message: "use take(while:inclusive:)")
  public func take(while predicate: (Value) -> Bool, behavior: BehaviorOfRxSwift) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use listen(with: owner) { owner, value in }")
  public func withUnretained<Owner: AnyObject>(_ owner: Owner) -> Receiver<(Owner, Value)> { fatalError() }

  @available(*, unavailable, message: "use withLatest(from: variable.receiver)")
  public func withLatestFrom<Other>(_ variable: Variable<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, message: "use share(strategy: .warm(upTo: count))")
  public enum ScopeOfRxSwift {
    case whileConnected, forever
  }

  @available(*, unavailable, message: "use share(strategy: .warm(upTo: count))")
  public func share(replay count: Int, scope: ScopeOfRxSwift) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use share(), which begins with its first listener")
  public func publish() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use share(strategy: .warm(upTo: count))")
  public func replay(_ count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: share begins with its first listener, and ends with its last")
  public func refCount() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: share begins with its first listener, and ends with its last")
  public func connect() -> Disposable { fatalError() }

  @available(*, unavailable, message: "use handleEvents(onListen:onValue:onDispose:onFinish:)")
  public func `do`(
    onNext: ((Value) -> Void)? = nil,
    onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil,
    onSubscribe: (() -> Void)? = nil,
    onSubscribed: (() -> Void)? = nil,
    onDispose: (() -> Void)? = nil
  ) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "replaceEmpty(with:)")
  public func ifEmpty(default value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "no failure: use replaceFailures { _ in value } on a receiver of Result")
  public func catchErrorJustReturn(_ value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "no failure: use replaceFailures(_:) on a receiver of Result")
  public func catchError<Output>(_ handler: (any Error) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "a receiver has no failure: use just(.failure(error)) on a receiver of Result")
  public static func error(_ error: any Error) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use empty.prepend(contentsOf: values)")
  public static func range(start: Int, count: Int) -> Receiver<Int> { fatalError() }

  @available(*, unavailable, renamed: "timer(every:)")
  public static func interval<Scheduler>(_ interval: Duration, scheduler: Scheduler) -> Receiver<Value> {
    fatalError()
  }

  @available(*, unavailable, renamed: "timer(every:)")
  public static func timer<Scheduler>(_ dueTime: Duration, period: Duration? = nil, scheduler: Scheduler)
    -> Receiver<Value>
  { fatalError() }

  @available(*, unavailable, message: "a receiver cannot broadcast: use broadcast(_:) of its transmitter")
  public func onNext(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "a receiver cannot broadcast: use broadcast(_:) of its transmitter")
  public func accept(_ value: Value) { fatalError() }
}
