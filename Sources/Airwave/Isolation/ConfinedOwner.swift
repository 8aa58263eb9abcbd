/// A weak reference to an owner that is not `Sendable`, and that belongs to an actor. It is loaded only on that actor:
/// a load retains the object for a moment, and the release that follows may run its `deinit`.
@usableFromInline
final class ConfinedOwner: @unchecked Sendable {
  // Unchecked: `object` is loaded only on the actor. The other members are `Sendable`, and set before another thread
  // sees them.

  @exclusivity(unchecked) @usableFromInline private(set) weak var object: AnyObject?
  private(set) weak var actor: (any Actor)?

  @usableFromInline
  init(_ object: AnyObject, on actor: any Actor) {
    self.object = object
    self.actor = actor
  }
}

extension Receiver {
  /// Listens on an actor, with closures and an owner that need not be `Sendable`, until the owner is deinitialized.
  ///
  /// The caller is on the actor. `make` is passed the disposable of the listener, and returns the closure that handles
  /// values.
  @inlinable
  func listen<Owner: AnyObject>(
    with owner: Owner,
    confinedTo actor: any Actor,
    onFinish: ((Owner) -> Void)?,
    _ make: (Disposable) -> (Owner, Value) -> Void
  ) -> Disposable {
    let reference = ConfinedOwner(owner, on: actor)
    let disposable = Disposable(owner: .confined(reference))
    let closures = Confined((handle: make(disposable), onFinish: onFinish), to: actor)
    var finish: FinishHandler?
    if onFinish != nil {
      finish = FinishHandler(on: nil) {
        if let owner = reference.object { closures.content.onFinish?(unsafeDowncast(owner, to: Owner.self)) }
      }
    }
    return listen(
      on: actor,
      { value in
        if let owner = reference.object {
          closures.content.handle(unsafeDowncast(owner, to: Owner.self), value)
        } else {
          disposable.dispose()
        }
      },
      onFinish: finish,
      disposable: disposable
    )
    .endingWithOwner()
  }
}
