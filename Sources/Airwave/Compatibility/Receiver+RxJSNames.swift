// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of RxJS. The compiler rejects them, with a message that names the call of Airwave.
extension Receiver {
  @available(*, unavailable, message: "operators are methods: receiver.map { }.filter { }")
  public func pipe(_ operators: Any...) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "debounce(for:clock:)")
  public func debounceTime(_ interval: Duration) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use debounce(for: .milliseconds(300))")
  public func debounceTime(_ milliseconds: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use throttle(for:latest:clock:), with latest: false for the leading value alone")
  public func throttleTime(_ interval: Duration) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use throttle(for: .milliseconds(300), latest: false)")
  public func throttleTime(_ milliseconds: Int) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use sample(on: Receiver<Void>.timer(every: interval, clock: clock))")
  public func sampleTime(_ interval: Duration) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "collect(for:clock:)")
  public func bufferTime(_ interval: Duration) -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, renamed: "collect(count:)")
  public func bufferCount(_ count: Int) -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, renamed: "collect(until:)")
  public func buffer<Other>(_ other: Receiver<Other>) -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, renamed: "merge(with:)")
  public func mergeWith(_ other: Receiver<Value>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "combineLatest(_:)")
  public func combineLatestWith<Other>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "zip(_:)")
  public func zipWith<Other>(_ other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "race(with:)")
  public func raceWith(_ other: Receiver<Value>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use Receiver.just(first, second).flatMap(maxConcurrent: 1) { $0 }")
  public func concatWith(_ other: Receiver<Value>) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "switchToLatest()")
  public func switchAll<Inner>() -> Receiver<Inner> where Value == Receiver<Inner> { fatalError() }

  @available(*, unavailable, renamed: "merge()")
  public func mergeAll<Inner>() -> Receiver<Inner> where Value == Receiver<Inner> { fatalError() }

  @available(*, unavailable, message: "use flatMap(maxConcurrent: 1) { $0 }")
  public func concatAll<Inner>() -> Receiver<Inner> where Value == Receiver<Inner> { fatalError() }

  @available(*, unavailable, message: "use flatMapFirst { $0 }")
  public func exhaustAll<Inner>() -> Receiver<Inner> where Value == Receiver<Inner> { fatalError() }

  @available(*, unavailable, renamed: "replaceEmpty(with:)")
  public func defaultIfEmpty(_ value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use handleEvents(onDispose:onFinish:)")
  public func finalize(_ action: () -> Void) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "map(_:)")
  public func pluck<Output>(_ keyPath: KeyPath<Value, Output>) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, renamed: "listen(to:)")
  public func forEach(_ handle: (Value) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use take(while:inclusive:)")
  public func takeWhile(_ predicate: (Value) -> Bool, inclusive: Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "the first value comes first: use scan(initial, combine)")
  public func scan<Output>(_ combine: (Output, Value) -> Output, _ initial: Output) -> Receiver<Output> {
    fatalError()
  }

  @available(*, unavailable, renamed: "timestamped(clock:)")
  public func timestamp() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use timestamped(clock:).withPrevious()")
  public func timeInterval() -> Receiver<Duration> { fatalError() }

  @available(*, unavailable, message: "use listen { value in } onFinish: { }")
  public func subscribe(next: (Value) -> Void, complete: (() -> Void)? = nil) -> Disposable { fatalError() }
}
