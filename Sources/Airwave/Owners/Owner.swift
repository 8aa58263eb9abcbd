/// A weak reference to the owner of a listener. The listener ends when its owner no longer exists.
///
/// If the closure of the listener is isolated to an actor, the reference is *confined* to that actor: it is loaded only
/// there. A load retains the owner for a moment, and the release that follows may be the last one. The `deinit` of the
/// owner may use what belongs to the actor (Contract 11). Such an owner need not be `Sendable`.
@usableFromInline package final class OwnerReference: @unchecked Sendable {
  // Unchecked: an object that is not `Sendable` is loaded only on its actor. `object` and `actor` are set before
  // another thread sees them, and a weak reference may be loaded on any thread.

  @exclusivity(unchecked) @usableFromInline package private(set) weak var object: AnyObject?
  /// The actor that the reference is confined to, or nil.
  private let actor: WeakActor?

  /// Makes a reference to an owner whose listener has an isolation, or none.
  ///
  /// An actor that owns its listener is no content of itself, so that any thread may release it.
  @usableFromInline init(_ object: AnyObject, on isolation: (any Actor)?) {
    self.object = object
    actor = isolation.flatMap { $0 === object ? nil : WeakActor($0) }
  }

  /// Where the reference may be loaded.
  package enum Place {
    case anywhere
    case actor(any Actor)
    /// The actor no longer exists. No code is left that could use the owner.
    case nowhere
  }

  package var place: Place {
    guard let actor else { return .anywhere }
    return actor.actor.map { .actor($0) } ?? .nowhere
  }
}

extension Disposable {
  /// Ends the listener if its owner is gone. Loading the weak reference may release the owner for the last time, and
  /// run its `deinit`: the caller holds no lock.
  ///
  /// - Returns: The actor on which `endIfConfinedOwnerIsGone` must be called, if the owner belongs to an actor on which
  ///   the caller is not.
  @discardableResult package func endIfOwnerIsGone() -> (any Actor)? {
    guard let owner else { return nil }
    switch owner.place {
    case .actor(let actor) where actor !== MainActor.shared || !MainQueue.isCurrent:
      return actor
    case .actor, .anywhere:
      if owner.object == nil { dispose() }
    case .nowhere:
      dispose()
    }
    return nil
  }

  /// Ends the listener if its owner is gone, as `endIfOwnerIsGone`.
  ///
  /// - Returns: The owner. Nil if the listener has none or has ended, or if the owner belongs to an actor on which the
  ///   caller is not.
  func loadOwner() -> AnyObject? {
    guard let owner, endIfOwnerIsGone() == nil, isLive else { return nil }
    // The one load that counts: the owner may have been released since the other one.
    let object = owner.object
    if object == nil { dispose() }
    return object
  }

  /// Ends the listener if its owner is gone, before work begins whose result the owner would not hear. A disposable of
  /// a source carries the owner of its listener, so that junctions after one another find it.
  ///
  /// A confined owner is looked at only on the main actor. On another actor, the listener goes on.
  ///
  /// - Returns: Whether the listener has ended.
  func hasEndedWithOwner() -> Bool {
    endIfOwnerIsGone()
    return !isLive
  }

  /// Called on the actor that the owner is confined to: ends the listener if its owner is gone.
  func endIfConfinedOwnerIsGone() {
    if let owner, owner.object == nil { dispose() }
  }

  package func endIfConfinedOwnerIsGone(on actor: isolated any Actor) {
    endIfConfinedOwnerIsGone()
  }

  /// Ends the listener if the owner that is confined to an actor is gone. Holds the actor no longer than that.
  ///
  /// - Returns: Whether the listener is live.
  func isLive(on reference: WeakActor) async -> Bool {
    guard let actor = reference.actor else {
      dispose()
      return false
    }
    await endIfConfinedOwnerIsGone(on: actor)
    return isLive
  }
}
