extension Disposable: CustomStringConvertible, CustomReflectable {
  /// `Disposable(live)`, or `Disposable(disposed)` if ``isDisposed`` is true.
  ///
  /// ```swift
  /// let reading = Disposable { print("closed") }
  /// print(reading)
  /// reading.dispose()
  /// print(reading)
  /// // Disposable(live)
  /// // closed
  /// // Disposable(disposed)
  /// ```
  public var description: String { isDisposed ? "Disposable(disposed)" : "Disposable(live)" }

  /// A mirror without children.
  ///
  /// ```swift
  /// dump(Disposable {})
  /// // - Disposable(live) #0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}

extension DisposeBag: CustomStringConvertible, CustomReflectable {
  /// The number of members that have not ended, such as `DisposeBag(2 live)`.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let bag = DisposeBag()
  /// receiver.listen { print($0) }.disposed(by: bag)
  /// receiver.take(count: 1).listen { print($0) }.disposed(by: bag)
  /// print(bag)
  ///
  /// transmitter.broadcast(1)
  /// print(bag)
  /// // DisposeBag(2 live)
  /// // 1
  /// // 1
  /// // DisposeBag(1 live)
  /// ```
  ///
  /// - Complexity: O(*n*) for *n* members.
  public var description: String { "DisposeBag(\(liveCount) live)" }

  /// A mirror without children.
  ///
  /// ```swift
  /// dump(DisposeBag())
  /// // - DisposeBag(0 live) #0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}

extension ScopedDisposable: CustomStringConvertible, CustomReflectable {
  /// `ScopedDisposable(live)`, or `ScopedDisposable(disposed)` if ``isDisposed`` is true.
  ///
  /// ```swift
  /// let token = Disposable {}.scoped()
  /// print(token)
  /// token.dispose()
  /// print(token)
  /// // ScopedDisposable(live)
  /// // ScopedDisposable(disposed)
  /// ```
  public var description: String { isDisposed ? "ScopedDisposable(disposed)" : "ScopedDisposable(live)" }

  /// A mirror without children.
  ///
  /// ```swift
  /// dump(Disposable {}.scoped())
  /// // - ScopedDisposable(live) #0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}
