extension Disposable: CustomStringConvertible, CustomReflectable {
  /// `Disposable(live)`, or `Disposable(disposed)` if ``isDisposed`` is true.
  public var description: String { isDisposed ? "Disposable(disposed)" : "Disposable(live)" }

  /// A mirror without children.
  public var customMirror: Mirror { withoutChildren(self) }
}

extension DisposeBag: CustomStringConvertible, CustomReflectable {
  /// The number of members that have not ended, such as `DisposeBag(2 live)`.
  ///
  /// - Complexity: O(*n*) for *n* members.
  public var description: String { "DisposeBag(\(liveCount) live)" }

  /// A mirror without children.
  public var customMirror: Mirror { withoutChildren(self) }
}

extension ScopedDisposable: CustomStringConvertible, CustomReflectable {
  /// `ScopedDisposable(live)`, or `ScopedDisposable(disposed)` if ``isDisposed`` is true.
  public var description: String { isDisposed ? "ScopedDisposable(disposed)" : "ScopedDisposable(live)" }

  /// A mirror without children.
  public var customMirror: Mirror { withoutChildren(self) }
}
