#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Measures the time since it was made, by the monotonic clock of the system.
struct Stopwatch {
  private let start = Self.now

  /// Whether a number of milliseconds has passed.
  func hasReached(milliseconds: Int64) -> Bool { nanoseconds >= milliseconds * 1_000_000 }

  /// The time in nanoseconds.
  var nanoseconds: Int64 { Self.now - start }

  /// The present time in nanoseconds.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
