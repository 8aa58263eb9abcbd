/// Whether the calling thread is a *guest*: inside of a call that is not a broadcast, such as `listen`, `finish()` or
/// the release of a transmitter. A guest calls its own listener, and tells listeners the end. It performs no request of
/// another thread that calls listeners, and takes no offered gate over (Contract 4): the caller may hold a lock that
/// the listeners of others take.
///
/// The role belongs to the call and not to a channel, because a value or an end passes through the gates of all
/// junctions and shared receivers behind a pair. A gate asks only when it finds a request of another thread. A
/// broadcast that is made inside of such a call, by the code of a listener, is made by a guest, too: its values reach
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
