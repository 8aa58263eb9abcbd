/// The owner of a listener: the listener ends when its owner no longer exists.
@usableFromInline
enum Owner: Sendable {
  /// No owner. The listener lives as long as the pair.
  case none
  /// The listener ends with an object.
  case object(WeakReference)
  /// The listener ends with an object that is not `Sendable`, and whose weak reference is loaded only on its actor.
  case confined(ConfinedOwner)
}

extension Disposable {
  /// Ends the listener if its owner is gone. Loading the weak reference may release the owner for the last time, and
  /// run its `deinit`: the caller holds no lock.
  ///
  /// - Returns: The actor on which `endIfConfinedOwnerIsGone` must be called, if the owner belongs to an actor on which
  ///   the caller is not.
  func endIfOwnerIsGone() -> (any Actor)? {
    switch owner {
    case .none:
      break
    case .object(let reference):
      if reference.object == nil { dispose() }
    case .confined(let owner):
      // If the actor no longer exists, no code is left that could use the owner.
      guard let actor = owner.actor else {
        dispose()
        return nil
      }
      if actor !== MainActor.shared || !MainQueue.isCurrent { return actor }
      endIfConfinedOwnerIsGone()
    }
    return nil
  }

  /// Ends the listener if its owner is gone, before work begins whose result the owner would not hear. A disposable of
  /// a source carries the owner of its listener, so that junctions behind one another find it.
  ///
  /// The reference to an owner that is not `Sendable` is loaded only on the main actor: on another actor, the listener
  /// goes on.
  ///
  /// - Returns: Whether the listener has ended.
  func hasEndedWithOwner() -> Bool {
    _ = endIfOwnerIsGone()
    return !isLive
  }

  /// Called on the actor that the owner belongs to: ends the listener if its owner is gone.
  func endIfConfinedOwnerIsGone() {
    if case .confined(let owner) = owner, owner.object == nil { dispose() }
  }

  func endIfConfinedOwnerIsGone(on actor: isolated any Actor) {
    endIfConfinedOwnerIsGone()
  }
}
