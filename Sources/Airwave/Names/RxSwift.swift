// Names of RxSwift and of its extensions, RxSwiftExt and RxOptional, and of RxJS, which has most of them, too. The
// compiler rejects them, with a message that names the call of Airwave.
// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Receiver {
  @available(*, unavailable, renamed: "listen(to:)")
  public func subscribe(onNext: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use listen { value in } onFinish: { }")
  public func subscribe(
    onNext: ((Value) -> Void)? = nil,
    onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(with:_:)")
  public func subscribe<Owner>(with owner: Owner, onNext: (Owner, Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func bind(onNext: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func drive(onNext: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func emit(onNext: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, renamed: "bind(to:)")
  public func drive<Target>(_ target: Target) -> Disposable { fatalError() }

  @available(*, unavailable, message: "not needed: a receiver cannot broadcast, so pass on the receiver itself")
  public func asObservable() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a closure written in main-actor code runs on the main actor")
  public func asDriver() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a closure written in main-actor code runs on the main actor")
  public func asSignal() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skipRepeats()")
  public func distinctUntilChanged() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skipRepeats(by:)")
  public func distinctUntilChanged<Key>(_ key: (Value) -> Key) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skipRepeats(by:)")
  public func distinctUntilChanged<Key>(at keyPath: KeyPath<Value, Key>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "prepend(_:)")
  public func startWith(_ values: Value...) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "prepend(contentsOf:)")
  public func startWith(_ values: [Value]) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use take(count: 1), or await first()")
  public func single() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use take(count: 1), or await first()")
  public func asSingle() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "race(with:)")
  public func amb(_ other: Receiver<Value>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "flatMapLatest(_:)")
  public func switchMap<Output>(_ transform: (Value) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, renamed: "flatMap(_:)")
  public func mergeMap<Output>(_ transform: (Value) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func tap(_ handle: (Value) -> Void) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "uniqueValues()")
  public func distinct() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skipNil()")
  public func filterNil<Wrapped>() -> Receiver<Wrapped> where Value == Wrapped? { fatalError() }

  @available(*, unavailable, renamed: "skip(count:)")
  public func skip(_ count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skip(while:)")
  public func skipWhile(_ predicate: (Value) -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "skip(until:)")
  public func skipUntil<Other>(_ other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(count:)")
  public func take(_ count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(while:)")
  public func takeWhile(_ predicate: (Value) -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "take(until:)")
  public func takeUntil<Other>(_ other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use skip(count: index).take(count: 1)")
  public func elementAt(_ index: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use skip(count: index).take(count: 1)")
  public func element(at index: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use withPrevious().skip(count: 1)")
  public func pairwise() -> Receiver<(Value, Value)> { fatalError() }

  @available(*, unavailable, message: "use map { _ in value }")
  public func mapTo<Output>(_ value: Output) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, renamed: "skipNil()")
  public func unwrap<Wrapped>() -> Receiver<Wrapped> where Value == Wrapped? { fatalError() }

  @available(*, unavailable, renamed: "replaceNil(with:)")
  public func unwrap<Wrapped>(_ replacement: Wrapped) -> Receiver<Wrapped> where Value == Wrapped? { fatalError() }

  @available(*, unavailable, message: "use filter { _ in false }")
  public func ignoreElements() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "withLatest(from:)")
  public func withLatestFrom<Other>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "withLatest(from:_:)")
  public func withLatestFrom<Other, Output>(
    _ other: Receiver<Other>,
    resultSelector: (Value, Other) -> Output
  ) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, renamed: "sample(on:)")
  public func sample<Other>(_ other: Receiver<Other>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use flatMap(maxConcurrent: 1) { }")
  public func concatMap<Output>(_ transform: (Value) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, renamed: "flatMapFirst(_:)")
  public func exhaustMap<Output>(_ transform: (Value) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "use Receiver.just(first, second).flatMap(maxConcurrent: 1) { $0 }")
  public func concat(_ other: Receiver<Value>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "switchToLatest()")
  public func switchLatest<Inner>() -> Receiver<Inner> where Value == Receiver<Inner> { fatalError() }

  @available(*, unavailable, message: "use share(strategy: .warm(upTo: count))")
  public func share(replay count: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use share(strategy: .warm(upTo: count))")
  public func shareReplay(_ count: Int = 1) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "handleEvents(onValue:)")
  public func `do`(onNext: (Value) -> Void) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "print(_:)")
  public func debug(_ identifier: String? = nil) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "debounce(for:clock:)")
  public func debounce(_ interval: Duration, scheduler: some Any) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "throttle(for:latest:clock:)")
  public func throttle(_ interval: Duration, latest: Bool = true, scheduler: some Any) -> Receiver { fatalError() }

  @available(*, unavailable, renamed: "delay(for:clock:)")
  public func delay(_ interval: Duration, scheduler: some Any) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "collect(count:for:clock:)")
  public func buffer(timeSpan: Duration, count: Int, scheduler: some Any = ()) -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, renamed: "just(_:)")
  public static func of(_ values: Value...) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use empty.prepend(contentsOf: values)")
  public static func from(_ values: [Value]) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use create { transmitter in }, which begins with the first listener")
  public static func deferred(_ make: () -> Receiver<Value>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "timer(every:)")
  public static func interval(_ interval: Duration) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use make(strategy: .warm(upTo: count)), which returns both ends")
  public static func create(bufferSize: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use make(strategy: .cold), which returns both ends")
  public static func createUnbounded() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "forward(to:)")
  @discardableResult
  public func bind(to transmitter: Airwave.Transmitter<Value>) -> Disposable { fatalError() }

  @available(*, unavailable, message: "no failure: use replaceFailures { _ in value } on a receiver of Result")
  public func catchAndReturn(_ value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use values.reduce(into:_:), which awaits the end, or collect(count:)")
  public func toArray() -> Receiver<[Value]> { fatalError() }
}

extension Transmitter {
  @available(*, unavailable, renamed: "broadcast(_:)")
  public func onNext(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func onCompleted() { fatalError() }

  @available(*, unavailable, message: "a pair has no failure: broadcast a Result, and then finish()")
  public func onError(_ error: any Error) { fatalError() }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func accept(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "not needed: make(strategy:) returns the receiver, too")
  public func asObservable() -> Receiver<Value> { fatalError() }
}

extension Variable {
  @available(*, unavailable, message: "use Variable(value)")
  public convenience init(value: Value) {
    self.init(value)
  }

  @available(*, unavailable, message: "use value = newValue")
  public func accept(_ value: Value) { fatalError() }

  @available(*, unavailable, message: "use value = newValue")
  public func onNext(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "receiver.listen(to:)")
  public func subscribe(onNext: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use the property receiver")
  public func asObservable() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use the property receiver")
  public func asDriver() -> Receiver<Value> { fatalError() }
}

// Where a client also imports the other library, the type of that library is used.

@available(*, unavailable, message: "use Receiver<Element>.make(), which returns both ends")
public typealias PublishSubject<Element: Sendable> = Receiver<Element>

@available(*, unavailable, message: "use Receiver<Element>.make(), which returns both ends")
public typealias PublishRelay<Element: Sendable> = Receiver<Element>

@available(*, unavailable, renamed: "Variable")
public typealias BehaviorSubject<Element: Sendable> = Variable<Element>

@available(*, unavailable, renamed: "Variable")
public typealias BehaviorRelay<Element: Sendable> = Variable<Element>

@available(*, unavailable, message: "use Receiver<Element>.make(strategy: .warm(upTo: count)), or .cold")
public typealias ReplaySubject<Element: Sendable> = Receiver<Element>
