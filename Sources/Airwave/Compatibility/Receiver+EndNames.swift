// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of operators with one value, and of values that a receiver does not have. The compiler rejects them, with a
/// message that names the call of Airwave.
extension Receiver {
  @available(*, unavailable, message: "use take(count: 1), or await first()")
  public func first() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use filter(_:).take(count: 1), or await first(where:)")
  public func first(where predicate: (Value) -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use filter(_:).take(count: 1), or await first(where:)")
  public func single(_ predicate: (Value) -> Bool) -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "use values.contains(_:), which awaits the end")
  public func contains(_ value: Value) -> Receiver<Bool> { fatalError() }

  @available(*, unavailable, message: "use values.contains(where:), which awaits the end")
  public func contains(where predicate: (Value) -> Bool) -> Receiver<Bool> { fatalError() }

  @available(*, unavailable, message: "use values.allSatisfy(_:), which awaits the end")
  public func allSatisfy(_ predicate: (Value) -> Bool) -> Receiver<Bool> { fatalError() }

  @available(*, unavailable, message: "use collect(count:), or values.reduce(into:_:), which awaits the end")
  public func collect() -> Receiver<[Value]> { fatalError() }

  @available(*, unavailable, message: "use scan(into:_:), or values.reduce(into:_:), which awaits the end")
  public func reduce<Output>(into initial: Output, _ update: (inout Output, Value) -> Void) -> Receiver<Output> {
    fatalError()
  }

  // For `.empty()` and `.never()`.
  @available(*, unavailable, message: "leave out the parentheses: empty and never are properties")
  public func callAsFunction() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "a receiver has no value: read the variable, name for $name, or use latest")
  public var value: Value {
    get { fatalError() }
    set { fatalError() }
  }
}

/// Initializers of types that a receiver stands for. The compiler rejects them, with a message that names the call of
/// Airwave.
extension Receiver {
  @available(*, unavailable, message: "use asyncMap { await … } behind a receiver, or create { transmitter in }")
  public convenience init(_ attempt: (@escaping (Result<Value, any Error>) -> Void) -> Void) { fatalError() }

  @available(*, unavailable, message: "use make(strategy: .warm(upTo: count)), which returns both ends")
  public convenience init(_ count: Int) { fatalError() }

  @available(*, unavailable, renamed: "just(_:)")
  public convenience init(value: Value) { fatalError() }
}
