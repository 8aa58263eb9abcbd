/// Content that is not `Sendable`, held on behalf of an actor: it is used and released on that actor.
///
/// The last reference to a listener may be dropped on any thread. What a closure captured on an actor must not be
/// deinitialized there, for its `deinit` may use other objects of the actor.
@usableFromInline
final class Confined<Content>: @unchecked Sendable {
  // Unchecked: the caller of `init` is on the actor, and mailboxes call what uses `content` on the actor.

  private var storage: Content?
  private let actor: WeakReference

  @usableFromInline
  init(_ content: Content, to actor: any Actor) {
    storage = content
    self.actor = WeakReference(actor)
  }

  @usableFromInline var content: Content { storage.unsafelyUnwrapped }

  deinit {
    // Without the actor no code is left that could use its objects.
    guard let actor = actor.object as? any Actor else { return }
    if actor === MainActor.shared, MainQueue.isCurrent { return }
    let remains = Remains(exchange(&storage, with: nil))
    Task.detached { await remains.release(on: actor) }
  }
}

/// The content of a `Confined` that was deinitialized elsewhere, on its way to its actor.
private final class Remains<Content>: @unchecked Sendable {
  // Unchecked: `content` is used by `init` and by `release(on:)`, one after the other.
  private var content: Content?

  init(_ content: Content?) {
    self.content = content
  }

  func release(on actor: isolated any Actor) {
    content = nil
  }
}

/// Whether a function can be called on an actor: it is isolated to that actor, or not isolated.
@usableFromInline
func canCall(_ isolation: (any Actor)?, on actor: ObjectIdentifier) -> Bool {
  isolation.map { ObjectIdentifier($0) == actor } ?? true
}
