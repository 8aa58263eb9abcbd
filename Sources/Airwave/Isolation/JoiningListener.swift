/// The listener that the calling thread adds, in the innermost call of `listen` that adds one with an isolation.
///
/// On the main actor, it hears its replay before the call returns, also if values wait there for other listeners.
@usableFromInline
enum JoiningListener {
  static func isCurrent(_ disposable: Disposable) -> Bool {
    ThreadState.current.pointee.joining == ObjectIdentifier(disposable)
  }

  /// Calls a function that adds a listener.
  @usableFromInline static func run(_ disposable: Disposable, _ join: () -> Void) {
    let state = ThreadState.current
    let former = state.pointee.joining
    state.pointee.joining = ObjectIdentifier(disposable)
    join()
    state.pointee.joining = former
  }
}
