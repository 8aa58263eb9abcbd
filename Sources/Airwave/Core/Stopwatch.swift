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
