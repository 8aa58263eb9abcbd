#if Inspector
import Airwave

/// Counts durations in classes, of which there are four for each power of two of nanoseconds.
///
/// Of a fixed size, so that a percentile of any number of calls costs the same memory.
final class TimeHistogram: Sendable {
  private static let size = 160

  private let counts = Lock([UInt32](repeating: 0, count: size))

  init() {}

  func add(_ nanoseconds: Int64) {
    let index = Self.index(of: nanoseconds)
    counts.withLock { $0[index] &+= 1 }
  }

  func clear() {
    counts.withLock { $0 = [UInt32](repeating: 0, count: Self.size) }
  }

  /// The upper end of the class in which the 99th percentile is. 0 if nothing was added.
  var percentile99: Int64 {
    let counts = counts.withLock { $0 }
    let total = counts.reduce(0) { $0 + Int($1) }
    var sum = 0
    for (index, count) in counts.enumerated() where count > 0 {
      sum += Int(count)
      if sum * 100 >= total * 99 { return Self.upperEnd(of: index) }
    }
    return 0
  }

  /// The class of a duration: its exponent, and the two bits that follow its highest bit.
  private static func index(of nanoseconds: Int64) -> Int {
    let value = max(4, nanoseconds)
    let exponent = 63 - value.leadingZeroBitCount
    return min(size - 1, (exponent - 2) * 4 + Int(value >> (exponent - 2)) & 3)
  }

  private static func upperEnd(of index: Int) -> Int64 {
    Int64(4 + index & 3 + 1) << (index / 4)
  }
}
#endif
