// The attributes say what comments would.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Names of other libraries. The compiler rejects them, with a message that names the call of Airwave.
extension Disposable {
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }

  // Without a fix-it, which would keep the `&`.
  @available(*, unavailable, message: "use disposed(by: bag), without &, where bag is a DisposeBag")
  public func store<Bag>(in bag: inout Bag) { fatalError() }

  @available(*, unavailable, renamed: "disposed(by:)")
  public func store(in bag: DisposeBag) { fatalError() }

  @available(*, unavailable, renamed: "dispose()")
  public func unsubscribe() { fatalError() }
}

extension DisposeBag {
  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ disposable: Disposable) { fatalError() }

  @available(*, unavailable, renamed: "insert(_:)")
  public func append(_ disposable: Disposable) { fatalError() }

  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }
}

extension ScopedDisposable {
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError() }
}
