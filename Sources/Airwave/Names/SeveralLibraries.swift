// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of operators on values that can fail, and of operators that wait for the end. The compiler rejects them, with
/// a message that names the call of Airwave.
extension Receiver {
  @available(*, unavailable, message: "use map { value in Result { try transform(value) } }, and then successes()")
  public func tryMap<Output>(_ transform: (Value) throws -> Output) -> Receiver<Result<Output, any Error>> {
    fatalError()
  }

  @available(*, unavailable, message: "use filter(_:), or map(_:) to a Result")
  public func tryFilter(_ isIncluded: (Value) throws -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use compactMap { try? transform($0) }, or map(_:) to a Result")
  public func tryCompactMap<Output>(_ transform: (Value) throws -> Output?) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "no failure: use map { $0.mapError(transform) } on a receiver of Result")
  public func mapError<Failure>(_ transform: (any Error) -> Failure) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "no failure: use replaceFailures { _ in value } on a receiver of Result")
  public func replaceError(with value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "no failure: use replaceFailures(_:) on a receiver of Result")
  public func `catch`<Output>(_ handler: (any Error) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "no failure: use replaceFailures { _ in value } on a receiver of Result")
  public func catchAndReturn(_ value: Value) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "no failure: try again in the function that you pass to asyncMap or mapLatest")
  public func retry(_ count: Int = 1) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a receiver has no failure type")
  public func setFailureType<Failure>(to type: Failure.Type) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: a receiver has no failure")
  public func assertNoFailure() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use scan(_:_:), or values.reduce(_:_:), which awaits the end")
  public func reduce<Output>(_ initial: Output, _ combine: (Output, Value) -> Output) -> Receiver<Output> {
    fatalError()
  }

  @available(*, unavailable, message: "use values.reduce(into:_:), which awaits the end, or collect(count:)")
  public func toArray() -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, message: "use latest for the newest replayed value, or iterate values until the end")
  public func last() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use enumerated(), or values.reduce(0) { count, _ in count + 1 }")
  public func count() -> Receiver<Int> { fatalError() }

  @available(*, unavailable, message: "use filter { _ in false }")
  public func ignoreOutput() -> Receiver<Value> { fatalError() }
}
