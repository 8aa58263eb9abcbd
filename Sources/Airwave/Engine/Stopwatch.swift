#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The time since a moment, by the clock of the system that is read fastest.
struct Stopwatch {
  private let start = Self.now

  /// Whether a number of milliseconds has passed.
  func hasReached(milliseconds: Int64) -> Bool { Self.now - start >= milliseconds * 1_000_000 }

  /// In nanoseconds.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
