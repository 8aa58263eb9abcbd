/// Content that is not `Sendable`, and that is used and released on one actor only.
///
/// The last reference to a listener may be released on any thread. The objects that its closure captured on the actor
/// must not be deinitialized outside the actor, because their `deinit` may use other objects of the actor.
@usableFromInline
final class Confined<Content>: @unchecked Sendable {
  // Unchecked: the caller of `init` is on the actor. The code that uses `content` is called by mailboxes, on the actor.

  private var storage: Content?
  private let actor: WeakReference

  @usableFromInline
  init(_ content: Content, to actor: any Actor) {
    storage = content
    self.actor = WeakReference(actor)
  }

  @usableFromInline var content: Content { storage.unsafelyUnwrapped }

  deinit {
    // Contents of an actor that no longer exists may still share objects, which their `deinit` may use. They are
    // released one after the other, on an actor of their own.
    let actor = actor.object as? any Actor ?? LastActor.shared
    if actor === MainActor.shared, MainQueue.isCurrent { return }
    let remains = Remains(exchange(&storage, with: nil))
    Task.detached { await remains.release(on: actor) }
  }
}

/// Releases contents whose actor no longer exists.
private actor LastActor {
  static let shared = LastActor()
}

/// The content of a `Confined` that was deinitialized elsewhere. A task carries it to the actor.
private final class Remains<Content>: @unchecked Sendable {
  // Unchecked: first `init` and then `release(on:)` use `content`, never at the same time.
  private var content: Content?

  init(_ content: Content?) {
    self.content = content
  }

  func release(on actor: isolated any Actor) {
    content = nil
  }
}

/// Whether a function can be called on an actor: it is isolated to this actor, or it has no isolation.
@usableFromInline
func canCall(_ isolation: (any Actor)?, on actor: ObjectIdentifier) -> Bool {
  isolation.map { ObjectIdentifier($0) == actor } ?? true
}
