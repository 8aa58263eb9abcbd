#if Inspector
import Dispatch

/// A time of a clock that stands still with the computer, in nanoseconds. Cheaper than the instants of
/// `ContinuousClock`.
struct Moment: Sendable, Comparable {
  let nanoseconds: Int

  static var now: Moment { Moment(nanoseconds: Int(clamping: DispatchTime.now().uptimeNanoseconds)) }

  static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }

  /// The seconds to a later moment, to the tenth of a microsecond. 0 to an earlier one, because a thread may read the
  /// clock just before another thread begins what the time is counted from.
  func seconds(to other: Moment) -> Double {
    (Double(max(0, other.nanoseconds - nanoseconds)) / 100).rounded() / 1e7
  }
}
#endif
