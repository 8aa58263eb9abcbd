// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of other libraries. The compiler rejects them, with a message that names the call of Airwave.
extension Transmitter {
  @available(*, unavailable, message: "use finish()")
  public enum Completion {
    /// Unavailable. Use `finish()`.
    case finished
    /// Unavailable. A pair has no failure.
    case failure(any Error)
  }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func send(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func send(value: Value) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func send(completion: Completion) { fatalError() }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func onNext(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func complete() { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func onCompleted() { fatalError() }

  @available(*, unavailable, message: "a pair has no failure: broadcast a Result, and then finish()")
  public func onError(_ error: any Error) { fatalError() }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func accept(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func emit(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "broadcast(_:)")
  public func yield(_ value: Value) { fatalError() }

  @available(*, unavailable, renamed: "finish()")
  public func sendCompleted() { fatalError() }

  @available(*, unavailable, message: "not needed: make(strategy:) returns the receiver, too")
  public func eraseToAnyPublisher() -> Receiver<Value> { fatalError() }

  @available(*, unavailable, message: "not needed: make(strategy:) returns the receiver, too")
  public func asObservable() -> Receiver<Value> { fatalError() }
}

extension Transmitter<Void> {
  @available(*, unavailable, renamed: "broadcast()")
  public func send() { fatalError() }
}
