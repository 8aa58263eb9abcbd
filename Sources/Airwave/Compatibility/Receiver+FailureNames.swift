/// Names of operators on values that can fail, and of operators that wait for the end. The compiler rejects them, with
/// a message that names the call of Airwave.
extension Receiver {
  /// Unavailable. Use map { value in Result { try transform(value) } }, then successes(), failures() or
  /// replaceFailures(_:).
  @available(
    *,
    unavailable,
    message: "use map { value in Result { try transform(value) } }, then successes(), failures() or replaceFailures(_:)"
  )
  public func tryMap<Output>(_ transform: @escaping (Value) throws -> Output) -> Receiver<Result<Output, any Error>> {
    fatalError()
  }

  /// Unavailable. Use filter(_:), or map(_:) to a Result.
  @available(*, unavailable, message: "use filter(_:), or map(_:) to a Result")
  public func tryFilter(_ isIncluded: @escaping (Value) throws -> Bool) -> Receiver<Value> { fatalError() }

  /// Unavailable. Use compactMap { try? transform($0) }, or map(_:) to a Result.
  @available(*, unavailable, message: "use compactMap { try? transform($0) }, or map(_:) to a Result")
  public func tryCompactMap<Output>(_ transform: @escaping (Value) throws -> Output?) -> Receiver<Output> {
    fatalError()
  }

  /// Unavailable. A receiver has no failure: use map { $0.mapError(transform) } on a receiver of Result.
  @available(
    *,
    unavailable,
    message: "a receiver has no failure: use map { $0.mapError(transform) } on a receiver of Result"
  )
  public func mapError<Failure>(_ transform: @escaping (any Error) -> Failure) -> Receiver<Value> { fatalError() }

  /// Unavailable. A receiver has no failure: use replaceFailures { _ in value } on a receiver of Result.
  @available(
    *,
    unavailable,
    message: "a receiver has no failure: use replaceFailures { _ in value } on a receiver of Result"
  )
  public func replaceError(with value: Value) -> Receiver<Value> { fatalError() }

  /// Unavailable. A receiver has no failure: use flatMapLatest(_:) or replaceFailures(_:) on a receiver of Result.
  @available(
    *,
    unavailable,
    message: "a receiver has no failure: use flatMapLatest(_:) or replaceFailures(_:) on a receiver of Result"
  )
  public func `catch`<Output>(_ handler: @escaping (any Error) -> Receiver<Output>) -> Receiver<Output> { fatalError() }

  /// Unavailable. A receiver has no failure: try again in the function that you pass to asyncMap or mapLatest.
  @available(
    *,
    unavailable,
    message: "a receiver has no failure: try again in the function that you pass to asyncMap or mapLatest"
  )
  public func retry(_ count: Int = 1) -> Receiver<Value> { fatalError() }

  /// Unavailable. Not needed: a receiver has no failure type.
  @available(*, unavailable, message: "not needed: a receiver has no failure type")
  public func setFailureType<Failure>(to type: Failure.Type) -> Receiver<Value> { fatalError() }

  /// Unavailable. Not needed: a receiver has no failure.
  @available(*, unavailable, message: "not needed: a receiver has no failure")
  public func assertNoFailure() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use scan(_:_:), which forwards each result, or values.reduce(_:_:), which awaits the end.
  @available(
    *,
    unavailable,
    message: "use scan(_:_:), which forwards each result, or values.reduce(_:_:), which awaits the end"
  )
  public func reduce<Output>(_ initial: Output, _ combine: @escaping (Output, Value) -> Output) -> Receiver<Output> {
    fatalError()
  }

  /// Unavailable. Use latest for the newest replayed value, or iterate values until the end.
  @available(*, unavailable, message: "use latest for the newest replayed value, or iterate values until the end")
  public func last() -> Receiver<Value> { fatalError() }

  /// Unavailable. Use enumerated(), or values.reduce(0) { count, _ in count + 1 }.
  @available(*, unavailable, message: "use enumerated(), or values.reduce(0) { count, _ in count + 1 }")
  public func count() -> Receiver<Int> { fatalError() }

  /// Unavailable. Use filter { _ in false }.
  @available(*, unavailable, message: "use filter { _ in false }")
  public func ignoreOutput() -> Receiver<Value> { fatalError() }
}
