/// What a new listener hears of the values that were broadcast before it joined.
///
/// ```swift
/// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
/// [1, 2, 3].forEach(transmitter.broadcast)
///
/// receiver.listen { print($0) }
/// // 2
/// // 3
/// ```
///
/// The replay goes to the new listener alone, oldest value first. It belongs to joining: the listener misses no value
/// in between, and hears none twice.
///
/// Strategies that replay the same values are equal:
///
/// ```swift
/// print(ReplayStrategy.warm(upTo: 0) == .hot, ReplayStrategy.warm(upTo: .max) == .cold)
/// // true true
/// ```
public struct ReplayStrategy: Sendable, Hashable {
  /// The greatest number of values to keep. Not checked: see `limit`.
  private let maximumCount: Int

  /// How old the values may become, if that is limited.
  @usableFromInline let age: AgeLimit?

  init(maximumCount: Int, age: AgeLimit? = nil) {
    self.maximumCount = maximumCount
    self.age = age
  }

  /// Nothing. The pair keeps no value.
  public static var hot: ReplayStrategy { warm(upTo: 0) }

  /// The newest values, up to a limit. The pair keeps that many and releases the oldest as the next arrives.
  ///
  /// - Parameter limit: How many values to keep. 0 makes the strategy ``hot``, and `Int.max` makes it ``cold``.
  ///   ``Receiver/make(strategy:)`` traps if it is negative.
  /// - Returns: A strategy.
  public static func warm(upTo limit: Int) -> ReplayStrategy { ReplayStrategy(maximumCount: limit) }

  /// All values. The pair keeps every one, for as long as the receiver or the transmitter exists.
  public static var cold: ReplayStrategy { warm(upTo: .max) }

  /// How many values to keep. Traps if it is negative (Contract 12).
  @usableFromInline package var limit: Int {
    requireNonNegative(maximumCount, "upTo")
    return maximumCount
  }
}

extension ReplayStrategy: CustomStringConvertible {
  /// The strategy as it is written in code, such as `.hot` or `.warm(upTo: 2)`.
  public var description: String {
    if let age { return ".warm(upTo: \(maximumCount), for: \(age.duration))" }
    return switch maximumCount {
    case 0: ".hot"
    case .max: ".cold"
    default: ".warm(upTo: \(maximumCount))"
    }
  }
}
