extension Disposable {
  /// The closures of the sink of a source.
  @usableFromInline typealias SourceClosures<Input> = (receive: (Input) -> Void, onFinish: () -> Void)

  /// Makes the sink of a source of this listener, with a disposable of its own, because the source can end before the
  /// listener does.
  ///
  /// Every operator that joins, shares or moves values makes its sinks here, so that none forgets what a chain carries:
  /// whether the listener only peeks, its owner, its record, its removal by the transmitter of a source, and whether a
  /// source was abandoned.
  ///
  /// - Parameters:
  ///   - remove: Removes the listener, because the transmitter of the source has removed it.
  ///   - noticesEnd: Whether the end of the source counts for the listener.
  ///   - closures: Is passed the disposable of the source, and returns the function that receives values and the one
  ///     that is called when the source has no further value.
  /// - Returns: The sink.
  @inlinable func source<Input>(
    removingWith remove: @escaping () -> Void,
    noticesEnd: Bool = true,
    _ closures: (Disposable) -> SourceClosures<Input>
  ) -> Sink<Input> {
    let source = Disposable(sourceOf: self)
    let (receive, onFinish) = closures(source)
    let end = { [self] (ending: Ending) in
      // Removal from one source removes the listener from all of them.
      if ending == .removed { return remove() }
      if noticesEnd { abandon(with: source) }
      onFinish()
    }
    return Sink(receive: receive, onEnd: end, disposable: source)
  }
}

extension Sink {
  /// Makes the sink of a source of this listener. See `Disposable.source(removingWith:_:)`.
  @inlinable func source<Input>(_ closures: (Disposable) -> Disposable.SourceClosures<Input>) -> Sink<Input> {
    disposable.source(removingWith: remove, closures)
  }
}
