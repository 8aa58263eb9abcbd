/// A weak reference in an object, so that a copy takes a retain and no load.
///
/// On some platforms, copying a weak variable loads the object, and releases it again. That may be its last release, in
/// a place where no `deinit` may run (Contract 5).
@usableFromInline
final class WeakReference: @unchecked Sendable {
  // Unchecked: the reference is set once, and a weak reference may be loaded on any thread.
  @exclusivity(unchecked) @usableFromInline private(set) weak var object: (any AnyObject & Sendable)?

  @usableFromInline init(_ object: any AnyObject & Sendable) {
    self.object = object
  }
}
