extension Junction {
  /// Ends the listener if its owner is gone, before work begins whose result the owner would not hear. A disposable of
  /// a source carries the owner of its listener, so that junctions behind one another find it.
  ///
  /// The reference to an owner that is not `Sendable` is loaded only on the main actor: on another actor, this returns
  /// false.
  ///
  /// - Returns: Whether the listener has ended.
  @usableFromInline
  func endIfOwnerIsGone() -> Bool {
    _ = listener.endIfOwnerIsGone()
    return !listener.isLive
  }
}
