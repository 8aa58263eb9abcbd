/// Names of other libraries. The compiler rejects them, with a message that names the call of Airwave.
extension Disposable {
  /// Unavailable. Use `dispose()`.
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }

  /// Unavailable. Use `disposed(by:)`.
  @available(*, unavailable, renamed: "disposed(by:)")
  public func store<Bag>(in bag: inout Bag) { fatalError() }

  /// Unavailable. Use `disposed(by:)`.
  @available(*, unavailable, renamed: "disposed(by:)")
  public func store(in bag: DisposeBag) { fatalError() }

  /// Unavailable. Use `dispose()`.
  @available(*, unavailable, renamed: "dispose()")
  public func unsubscribe() { fatalError() }
}

extension DisposeBag {
  /// Unavailable. Use `insert(_:)`.
  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ disposable: Disposable) { fatalError() }

  /// Unavailable. Use `insert(_:)`.
  @available(*, unavailable, renamed: "insert(_:)")
  public func append(_ disposable: Disposable) { fatalError() }

  /// Unavailable. Use `dispose()`.
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }
}

extension ScopedDisposable {
  /// Unavailable. Use `dispose()`.
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }
}
