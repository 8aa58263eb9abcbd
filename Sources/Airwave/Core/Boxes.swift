/// The state that an operator keeps for one listener.
///
/// Unlike access to a captured `var`, access to the content is not checked for exclusivity at run time. Contract 3
/// excludes overlapping access.
@usableFromInline final class OperatorState<Content: ~Copyable> {
  @exclusivity(unchecked) @usableFromInline var content: Content

  @inlinable init(_ content: consuming Content) {
    self.content = content
  }

  /// The content, which must not be nil.
  @inlinable func unwrapped<Wrapped>() -> Wrapped where Content == Wrapped? { content.unsafelyUnwrapped }
}

/// Content in an object that other objects can hold weakly or hand over.
final class Box<Content>: @unchecked Sendable {
  // Unchecked: the code that makes one says which threads use the content.
  let content: Content

  init(_ content: Content) {
    self.content = content
  }
}

/// A weak reference in an object, so that a copy takes a retain and no load.
///
/// On some platforms, copying a weak variable loads the object, and releases it again. That may be its last release, in
/// a place where no `deinit` may run (Contract 5).
@usableFromInline final class WeakReference: @unchecked Sendable {
  // Unchecked: the reference is set once, and a weak reference may be loaded on any thread.
  @exclusivity(unchecked) @usableFromInline private(set) weak var object: (any AnyObject & Sendable)?

  @usableFromInline init(_ object: any AnyObject & Sendable) {
    self.object = object
  }
}

/// A weak reference to an actor. Apart from `WeakReference`, because a distributed actor is an `Actor` for those who
/// know it as one: a cast of its object does not find that.
@usableFromInline final class WeakActor: @unchecked Sendable {
  // Unchecked: as `WeakReference`.
  @exclusivity(unchecked) @usableFromInline private(set) weak var actor: (any Actor)?

  @usableFromInline init(_ actor: any Actor) {
    self.actor = actor
  }
}
