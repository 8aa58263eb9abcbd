#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// What the engine keeps for each thread. It changes what a call does, and is in no argument: between the functions
/// that set it and those that ask for it stand closures of operators and of the user, and releases.
///
/// It is thread-specific data of POSIX: made when the thread needs it for the first time, and freed when the thread
/// ends.
struct ThreadState: ~Copyable {
  /// Whether the thread is inside a call that must not run the listeners of others. See `OwnListenersOnly`.
  var ownListenersOnly = false
  /// Whether the thread is releasing an object. See `Releases`.
  var isReleasing = false
  /// The objects that are to be released behind the present release.
  var released = SegmentedQueue<AnyObject>()

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { pointer in
      let state = (pointer as UnsafeMutableRawPointer?)?.assumingMemoryBound(to: ThreadState.self)
      state?.deinitialize(count: 1)
      state?.deallocate()
    }
    precondition(code == 0, "the process has no thread-specific key left")
    return key
  }()

  /// The state of the calling thread.
  @inline(__always) static var current: UnsafeMutablePointer<ThreadState> {
    pthread_getspecific(key)?.assumingMemoryBound(to: ThreadState.self) ?? make()
  }

  @inline(never) private static func make() -> UnsafeMutablePointer<ThreadState> {
    let state = UnsafeMutablePointer<ThreadState>.allocate(capacity: 1)
    state.initialize(to: ThreadState())
    _ = pthread_setspecific(key, state)
    return state
  }
}
