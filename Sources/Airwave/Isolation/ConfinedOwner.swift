/// A weak reference to an owner that is not `Sendable`. The owner belongs to an actor, and is looked up on that actor only:
/// to load a weak reference is to retain the object for a moment, and its `deinit` may follow.
@usableFromInline
final class ConfinedOwner: @unchecked Sendable {
  // Unchecked: `object` is loaded on the actor. The other members are set before another thread sees them, and `Sendable`.

  @usableFromInline private(set) weak var object: AnyObject?
  private weak var actor: (any Actor)?
  private weak var disposable: Disposable?

  @usableFromInline
  init(_ object: AnyObject, on actor: any Actor) {
    self.object = object
    self.actor = actor
  }

  /// Makes what ends the listener of this owner.
  @usableFromInline
  func makeDisposable() -> Disposable {
    let disposable = Disposable(owner: .confined(self))
    self.disposable = disposable
    return disposable
  }

  /// Disposes of the listener if the owner is gone: at once on the main actor, if it is the actor of the owner, otherwise in
  /// a task there. An actor that is gone has left no code that could use the owner.
  func look() {
    guard let actor else {
      disposable?.dispose()
      return
    }
    if actor === MainActor.shared, MainQueue.isCurrent { return endIfGone() }
    Task.detached { await self.endIfGone(on: actor) }
  }

  private func endIfGone(on actor: isolated any Actor) {
    endIfGone()
  }

  private func endIfGone() {
    if object == nil { disposable?.dispose() }
  }
}

extension Receiver {
  /// Listens on an actor, with closures and an owner that need not be `Sendable`, until the owner is gone.
  ///
  /// The caller is on the actor. `make` makes the closures, with what ends the listener.
  @inlinable
  func listen<Owner: AnyObject>(
    with owner: Owner,
    confinedTo actor: any Actor,
    onFinish: ((Owner) -> Void)?,
    _ make: (Disposable) -> (Owner, Value) -> Void
  ) -> Disposable {
    let reference = ConfinedOwner(owner, on: actor)
    let disposable = reference.makeDisposable()
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
  }
}
