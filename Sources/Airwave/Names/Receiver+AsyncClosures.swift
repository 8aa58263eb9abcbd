// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Closures that await or throw, where a closure can do neither. The compiler rejects them, with a message that names
/// the call that takes such a closure.
extension Receiver {
  @available(*, unavailable, message: "use asyncMap(_:), or mapLatest(_:) for the newest value alone")
  public func map<Output>(_ transform: (Value) async throws -> Output) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "use map { value in Result { try transform(value) } }, and then successes()")
  public func map<Output>(_ transform: (Value) throws -> Output) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "the closure returns a receiver: use asyncMap(_:) or mapLatest(_:) to await")
  public func flatMap<Output>(_ transform: (Value) async throws -> Output) -> Receiver<Output> { fatalError() }

  @available(*, unavailable, message: "use for await value in receiver.values, or asyncMap(_:) before listen(to:)")
  @discardableResult
  public func listen(to handle: (Value) async throws -> Void) -> Disposable { fatalError() }

  @available(*, unavailable, message: "handle the failure in the closure: do { } catch { }")
  @discardableResult
  public func listen(to handle: (Value) throws -> Void) -> Disposable { fatalError() }
}
