/// Names of RxSwift. The compiler rejects them, with a message that names the call of Airwave.
extension Receiver {
  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func subscribe(onNext: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use listen { value in } onFinish: { }.
  @available(*, unavailable, message: "use listen { value in } onFinish: { }")
  public func subscribe(
    onNext: ((Value) -> Void)? = nil,
    onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(with:_:)`.
  @available(*, unavailable, renamed: "listen(with:_:)")
  public func subscribe<Owner: AnyObject>(with owner: Owner, onNext: @escaping (Owner, Value) -> Void) -> Disposable {
    fatalError()
  }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func bind(onNext: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func drive(onNext: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `listen(to:)`.
  @available(*, unavailable, renamed: "listen(to:)")
  public func emit(onNext: @escaping (Value) -> Void) -> Disposable { fatalError() }

  /// Unavailable. Use `bind(to:)`.
  @available(*, unavailable, renamed: "bind(to:)")
  public func drive<Target>(_ target: Target) -> Disposable { fatalError() }

  /// Unavailable. Not needed: a receiver cannot broadcast, so pass on the receiver itself.
  @available(*, unavailable, message: "not needed: a receiver cannot broadcast, so pass on the receiver itself")
  public func asObservable() -> Receiver<Value> { fatalError() }

  /// Unavailable. Not needed: a closure that is written in main-actor code is called on the main actor.
  @available(
    *,
    unavailable,
    message: "not needed: a closure that is written in main-actor code is called on the main actor"
  )
  public func asDriver() -> Receiver<Value> { fatalError() }

  /// Unavailable. Not needed: a closure that is written in main-actor code is called on the main actor.
  @available(
    *,
    unavailable,
    message: "not needed: a closure that is written in main-actor code is called on the main actor"
  )
  public func asSignal() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skipRepeats()`.
  @available(*, unavailable, renamed: "skipRepeats()")
  public func distinctUntilChanged() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skipRepeats(by:)`.
  @available(*, unavailable, renamed: "skipRepeats(by:)")
  public func distinctUntilChanged<Key>(_ key: @escaping (Value) -> Key) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skipRepeats(by:)`.
  @available(*, unavailable, renamed: "skipRepeats(by:)")
  public func distinctUntilChanged<Key>(at keyPath: KeyPath<Value, Key>) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `prepend(_:)`.
  @available(*, unavailable, renamed: "prepend(_:)")
  public func startWith(_ values: Value...) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skip(count:)`.
  @available(*, unavailable, renamed: "skip(count:)")
  public func skip(_ count: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skip(while:)`.
  @available(*, unavailable, renamed: "skip(while:)")
  public func skipWhile(_ predicate: @escaping (Value) -> Bool) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `skip(until:)`.
  @available(*, unavailable, renamed: "skip(until:)")
  public func skipUntil<Other>(_ other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `take(count:)`.
  @available(*, unavailable, renamed: "take(count:)")
  public func take(_ count: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `take(while:)`.
  @available(*, unavailable, renamed: "take(while:)")
  public func takeWhile(_ predicate: @escaping (Value) -> Bool) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `take(until:)`.
  @available(*, unavailable, renamed: "take(until:)")
  public func takeUntil<Other>(_ other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use skip(count: index).take(count: 1).
  @available(*, unavailable, message: "use skip(count: index).take(count: 1)")
  public func elementAt(_ index: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use skip(count: index).take(count: 1).
  @available(*, unavailable, message: "use skip(count: index).take(count: 1)")
  public func element(at index: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use filter { _ in false }.
  @available(*, unavailable, message: "use filter { _ in false }")
  public func ignoreElements() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `withLatest(from:)`.
  @available(*, unavailable, renamed: "withLatest(from:)")
  public func withLatestFrom<Other>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  /// Unavailable. Use withLatest(from: other).map { value, latest in }.
  @available(*, unavailable, message: "use withLatest(from: other).map { value, latest in }")
  public func withLatestFrom<Other, Output>(
    _ other: Receiver<Other>,
    resultSelector: @escaping (Value, Other) -> Output
  ) -> Receiver<Output> { fatalError() }

  /// Unavailable. Use `sample(on:)`.
  @available(*, unavailable, renamed: "sample(on:)")
  public func sample<Other>(_ other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use flatMap(maxConcurrent: 1) { }.
  @available(*, unavailable, message: "use flatMap(maxConcurrent: 1) { }")
  public func concatMap<Output>(_ transform: @escaping (Value) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  /// Unavailable. Use asyncMap(buffering: .newest(0)) { await }, which leaves out the values that come during its work.
  @available(
    *,
    unavailable,
    message: "use asyncMap(buffering: .newest(0)) { await }, which leaves out the values that come during its work"
  )
  public func flatMapFirst<Output>(_ transform: @escaping (Value) -> Receiver<Output>) -> Receiver<Output> {
    fatalError()
  }

  /// Unavailable. Use Receiver.just(first, second).flatMap(maxConcurrent: 1) { $0 }.
  @available(*, unavailable, message: "use Receiver.just(first, second).flatMap(maxConcurrent: 1) { $0 }")
  public func concat(_ other: Receiver<Value>) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `switchToLatest()`.
  @available(*, unavailable, renamed: "switchToLatest()")
  public func switchLatest<Inner>() -> Receiver<Inner> where Value == Receiver<Inner> { fatalError() }

  /// Unavailable. Use share(strategy: .warm(upTo: count)).
  @available(*, unavailable, message: "use share(strategy: .warm(upTo: count))")
  public func share(replay count: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `handleEvents(onValue:)`.
  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func `do`(onNext: @escaping (Value) -> Void) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `print(_:)`.
  @available(*, unavailable, renamed: "print(_:)")
  public func debug(_ identifier: String? = nil) -> Receiver<Value> { fatalError() }

  /// Unavailable. Write the closure of listen in main-actor code, or use receive(on:) with a DispatchQueue.
  @available(
    *,
    unavailable,
    message: "write the closure of listen in main-actor code, or use receive(on:) with a DispatchQueue"
  )
  public func observe<Scheduler: AnyObject>(on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `debounce(for:clock:)`.
  @available(*, unavailable, renamed: "debounce(for:clock:)")
  public func debounce<Scheduler>(_ interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `throttle(for:latest:clock:)`.
  @available(*, unavailable, renamed: "throttle(for:latest:clock:)")
  public func throttle<Scheduler>(_ interval: Duration, latest: Bool = true, scheduler: Scheduler) -> Receiver<Value> {
    fatalError()
  }

  /// Unavailable. Use `delay(for:clock:)`.
  @available(*, unavailable, renamed: "delay(for:clock:)")
  public func delay<Scheduler>(_ interval: Duration, scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `collect(count:for:clock:)`.
  @available(*, unavailable, renamed: "collect(count:for:clock:)")
  public func buffer<Scheduler>(timeSpan: Duration, count: Int, scheduler: Scheduler) -> Receiver<[Value]> {
    fatalError()
  }

  /// Unavailable. Use `just(_:)`.
  @available(*, unavailable, renamed: "just(_:)")
  public static func of(_ values: Value...) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use `timer(every:)`.
  @available(*, unavailable, renamed: "timer(every:)")
  public static func interval(_ interval: Duration) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use make(strategy: .warm(upTo: count)), which returns both ends.
  @available(*, unavailable, message: "use make(strategy: .warm(upTo: count)), which returns both ends")
  public static func create(bufferSize: Int) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use make(strategy: .cold), which returns both ends.
  @available(*, unavailable, message: "use make(strategy: .cold), which returns both ends")
  public static func createUnbounded() -> Receiver<Value> { fatalError() }
}
