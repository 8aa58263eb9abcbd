// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of ReactiveSwift that take a strategy, a scheduler or several closures. The compiler rejects them, with a
/// message that names the call of Airwave.
extension Receiver {
  @available(*, unavailable, message: "use flatMapLatest(_:), flatMap(_:), flatMap(maxConcurrent:_:), flatMapFirst")
  public enum StrategyOfReactiveSwift {
    case latest, merge, concat, race, throttle
    case concurrent(limit: Int)
  }

  @available(*, unavailable, message: "use flatMapLatest(_:), flatMap(_:), flatMap(maxConcurrent:_:), flatMapFirst")
  public func flatMap<Output>(_ strategy: StrategyOfReactiveSwift, _ transform: (Value) -> Receiver<Output>)
    -> Receiver<Output>
  { fatalError() }

  @available(*, unavailable, message: "use switchToLatest(), merge(), or flatMap(maxConcurrent: 1) { $0 }")
  public func flatten<Inner>(_ strategy: StrategyOfReactiveSwift) -> Receiver<Inner> where Value == Receiver<Inner> {
    fatalError()
  }

  @available(*, unavailable, renamed: "merge()")
  public func flatten<Inner>() -> Receiver<Inner> where Value == Receiver<Inner> { fatalError() }

  @available(*, unavailable, message: "use listen { value in } onFinish: { }")
  public func observeCompleted(_ action: () -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use listen(to:): a receiver has no failure")
  public func observeResult(_ action: (Result<Value, any Error>) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use listen(to:): a receiver has no failure")
  public func startWithResult(_ action: (Result<Value, any Error>) -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "use listen(with: owner) { owner, value in }")
  public func take<Lifetime>(during lifetime: Lifetime) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use other.withLatest(from: receiver)")
  public func sample<Other>(with other: Receiver<Other>) -> Receiver<(Value, Other)> { fatalError() }

  @available(*, unavailable, renamed: "print(_:)")
  public func logEvents(identifier: String) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use handleEvents(onListen:onValue:onDispose:onFinish:)")
  public func on(
    failed: ((any Error) -> Void)? = nil,
    completed: (() -> Void)? = nil,
    interrupted: (() -> Void)? = nil,
    terminated: (() -> Void)? = nil,
    disposed: (() -> Void)? = nil,
    value: ((Value) -> Void)? = nil
  ) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use debounce(for: .seconds(interval), clock: clock)")
  public func debounce<Scheduler>(_ interval: Double, on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use throttle(for: .seconds(interval), clock: clock)")
  public func throttle<Scheduler>(_ interval: Double, on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use delay(for: .seconds(interval), clock: clock)")
  public func delay<Scheduler>(_ interval: Double, on scheduler: Scheduler) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, renamed: "collect(for:clock:)")
  public func collect<Scheduler>(every interval: Duration, on scheduler: Scheduler) -> Receiver<[Value]> {
    fatalError()
  }

  @available(*, unavailable, message: "use make(), which returns both ends")
  public static func pipe() -> (output: Receiver<Value>, input: Airwave.Transmitter<Value>) { fatalError() }
}
