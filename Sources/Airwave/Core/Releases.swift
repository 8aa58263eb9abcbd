/// Releases what listeners have captured, one object after the other.
///
/// Such a release may run a `deinit` that disposes of another listener, whose closure captures an object that does the
/// same, and so on. What is to be released from inside a release on the same thread is therefore appended to a list
/// of the thread, and released when the present release has returned. So a chain of releases uses constant stack,
/// through any number of pairs, junctions and threads (Contract 9).
@usableFromInline
enum Releases {
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

/// Whether the calling thread is a *guest*: inside a call that is not a broadcast, such as `listen`, `finish()` or
/// the release of a transmitter. A guest calls its own listener, and tells listeners the end. It performs no request of
/// another thread that calls listeners, and takes no offered gate over (Contract 4): the caller may hold a lock that
/// the listeners of others take.
///
/// The role belongs to the call and not to a channel, because a value or an end passes through the gates of all
/// junctions and shared receivers after a pair. A gate asks only when it finds a request of another thread. A
/// broadcast that is made inside such a call, by the code of a listener, is made by a guest, too: its values reach
/// all listeners, and what other threads have sent waits for another thread.
@usableFromInline
enum Guest {
  @usableFromInline static var isCurrent: Bool { ThreadState.current.pointee.isGuest }

  /// Calls a function as a guest.
  @usableFromInline static func run(_ body: () -> Void) {
    let state = ThreadState.current
    let wasGuest = exchange(&state.pointee.isGuest, with: true)
    body()
    state.pointee.isGuest = wasGuest
  }
}
