#if NATS
import Dispatch

/// A time since the system started, or an interval, in nanoseconds. State machines are passed the time, so that tests
/// choose it.
typealias Nanoseconds = UInt64

extension Nanoseconds {
  static let millisecond: Nanoseconds = 1_000_000
  static let second: Nanoseconds = 1_000_000_000
  static var now: Nanoseconds { DispatchTime.now().uptimeNanoseconds }

  init(_ duration: Duration) {
    self = Nanoseconds(duration.milliseconds) * .millisecond
  }
}
#endif
