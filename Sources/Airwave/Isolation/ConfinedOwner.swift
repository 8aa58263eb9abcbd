/// A weak reference to an owner that is not `Sendable`, and that belongs to an actor. It is loaded only on that actor:
/// a load retains the object for a moment, and the release that follows may run its `deinit`.
@usableFromInline
final class ConfinedOwner: @unchecked Sendable {
  // Unchecked: `object` is loaded only on the actor. The other members are `Sendable`, and set before another thread
  // sees them.

  @exclusivity(unchecked) @usableFromInline private(set) weak var object: AnyObject?
  private weak var actor: (any Actor)?
  private weak var disposable: Disposable?
  /// Whether a task that looks for the object has not run yet.
  private let isLooking = Lock(false)

  @usableFromInline
  init(_ object: AnyObject, on actor: any Actor) {
    self.object = object
    self.actor = actor
  }

  /// Makes the disposable of the owner's listener.
  @usableFromInline
  func makeDisposable() -> Disposable {
    let disposable = Disposable(owner: .confined(self))
    self.disposable = disposable
    return disposable
  }

  /// Disposes of the listener if the owner is gone. If the owner's actor is the main actor, and the caller is on it,
  /// this happens at once, otherwise in a task on the actor. If the actor no longer exists, no code is left that could
  /// use the owner, and the listener is disposed of.
  func look() {
    guard let actor else {
      disposable?.dispose()
      return
    }
    if actor === MainActor.shared, MainQueue.isCurrent { return endIfGone() }
    // At most one task waits for the actor, however many listeners join meanwhile.
    if isLooking.withLock({ exchange(&$0, with: true) }) { return }
    Task.detached { await self.endIfGone(on: actor) }
  }

  private func endIfGone(on actor: isolated any Actor) {
    isLooking.withLock { $0 = false }
    endIfGone()
  }

  private func endIfGone() {
    if object == nil { disposable?.dispose() }
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
