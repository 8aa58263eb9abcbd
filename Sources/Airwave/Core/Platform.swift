#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Android)
public import Android
#endif

/// The pauses of a thread that waits while another thread executes a few instructions, or that is slowed down.
@usableFromInline
enum Pause {
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
