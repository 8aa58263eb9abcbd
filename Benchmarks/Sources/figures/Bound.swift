/// A bound of a measured number: the target, and a limit, which is the target unless another limit is given.
///
/// A number between the two misses the target. This is allowed if the README of the benchmarks gives a reason. Beyond
/// the limit it is never allowed.
struct Bound: CustomStringConvertible {
  private let sign: String
  private let target: Double
  private let limit: Double

  static func atMost(_ target: Double, limit: Double? = nil) -> Bound {
    Bound(sign: "≤", target: target, limit: limit ?? target)
  }

  static func atLeast(_ target: Double, limit: Double? = nil) -> Bound {
    Bound(sign: "≥", target: target, limit: limit ?? target)
  }

  func isReached(by number: Double) -> Bool { isWithin(target, number) }

  /// Whether a number keeps the limit.
  func allows(_ number: Double) -> Bool { isWithin(limit, number) }

  private func isWithin(_ bound: Double, _ number: Double) -> Bool {
    sign == "≤" ? number <= bound : number >= bound
  }

  var description: String { "\(sign) \(target.asRatio)" }

  /// The target, and the limit if it differs.
  var sentence: String { limit == target ? description : "\(description), and \(sign) \(limit.asRatio) in any case" }
}
