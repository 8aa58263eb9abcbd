#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Android)
public import Android
#endif

// What the engine asks of the C library: pauses, the identity of a thread, the time, and the state of a thread. The
// name of that library differs, and a file that calls it imports it: so all of its calls stand here.

/// The pauses of a thread that waits while another thread executes a few instructions, or that is slowed down.
@usableFromInline enum Pause {
  /// Sleeps for 50 microseconds, or a little longer if the system's timer is coarse.
  ///
  /// - Parameter doublings: How often this time is doubled. It is 51 milliseconds after 10 doublings, and no longer.
  @usableFromInline static func sleep(doublings: Int32 = 0) {
    usleep(50 << UInt32(min(doublings, 10)))
  }
}

/// The identity of the calling thread. Two threads that exist at the same time have different identities.
@inlinable var currentThread: UInt {
  #if canImport(Darwin) || canImport(Musl)
  UInt(bitPattern: pthread_self())
  #else
  UInt(pthread_self())
  #endif
}

#if DEBUG
func writeToStandardError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
#endif

/// Measures the time since it was made, by the monotonic clock of the system.
package struct Stopwatch: Sendable {
  private let start = Self.now

  package init() {}

  /// Whether a number of milliseconds has passed.
  func hasReached(milliseconds: Int64) -> Bool { nanoseconds >= milliseconds * 1_000_000 }

  /// The time in nanoseconds.
  package var nanoseconds: Int64 { Self.now - start }

  /// The present time in nanoseconds.
  private static var now: Int64 {
    // The two words of a `timespec`: which module its members belong to depends on the order in which the compiler
    // reads the files of this one, and it must be imported here (SE-0444).
    var time = (seconds: 0, nanoseconds: 0)
    precondition(MemoryLayout<timespec>.size == MemoryLayout.size(ofValue: time), "a timespec has other words")
    withUnsafeMutablePointer(to: &time) { time in
      _ = time.withMemoryRebound(to: timespec.self, capacity: 1) { clock_gettime(CLOCK_MONOTONIC, $0) }
    }
    return Int64(time.seconds) * 1_000_000_000 + Int64(time.nanoseconds)
  }
}

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
