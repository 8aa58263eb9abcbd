/// Releases what listeners have captured, one object after the other.
///
/// Such a release may run a `deinit` that disposes of another listener, whose closure captures an object that does the
/// same, and so on. What is to be released from inside a release on the same thread is therefore appended to a list
/// of the thread, and released when the present release has returned. So a chain of releases uses constant stack,
/// through any number of pairs, junctions and threads (Contract 9).
@usableFromInline enum Releases {
  /// Releases an object: at once, or behind the present release of this thread. The caller holds no lock, and no gate
  /// briefly.
  @usableFromInline static func release(_ object: consuming AnyObject) {
    let state = ThreadState.current
    if state.pointee.isReleasing { return state.pointee.released.append(object) }
    state.pointee.isReleasing = true
    // The optimizer would otherwise release the object before what is stored above: it sees no relation between them.
    _fixLifetime(object)
    _ = consume object
    // The access to the queue ends before the object is released, which may append to the queue.
    while let next = state.pointee.released.popFirst() { _ = consume next }
    state.pointee.isReleasing = false
  }
}
