/// A weak reference that is copied by a retain.
///
/// Copying a weak variable loads and releases the object on some platforms, which may end its life in a place where no
/// `deinit` may run (Contract 5).
@usableFromInline
final class WeakReference: @unchecked Sendable {
  // Unchecked: it is set once, and may be loaded on any thread.
  @usableFromInline private(set) weak var object: (any AnyObject & Sendable)?

  @usableFromInline init(_ object: any AnyObject & Sendable) {
    self.object = object
  }
}
