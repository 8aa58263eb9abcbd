#if NATS
import Dispatch
import Foundation

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

/// Reads a time as the server writes it, such as `2025-11-26T01:15:02.12345Z`, in nanoseconds since 1970. A `Date` is
/// not as exact.
///
/// - Returns: Nil if the text is no such time, or one before 1970 or centuries ahead.
func nanoseconds(of text: String) -> UInt64? {
  let digits = text.firstIndex(of: ".").map { text[$0...].dropFirst().prefix { $0.isASCII && $0.isNumber } } ?? ""
  let whole = digits.isEmpty ? text : text.replacingOccurrences(of: ".\(digits)", with: "")
  guard let seconds = try? Date(whole, strategy: .iso8601).timeIntervalSince1970,
    let fraction = UInt64((digits + "000000000").prefix(9)), (0..<1e10).contains(seconds)
  else { return nil }
  return UInt64(seconds) * 1_000_000_000 + fraction
}
#endif
