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
public enum ReplayStrategy: Sendable, Hashable {
  /// Nothing. The pair keeps no value.
  case hot

  /// The newest values, up to a limit. The pair keeps that many and lets go of the oldest as the next arrives.
  ///
  /// A limit of 0 is ``hot``, and one of `Int.max` is ``cold``. ``Receiver/make(strategy:)`` traps if it is negative.
  case warm(upTo: Int)

  /// All values. The pair keeps every one, for as long as the receiver or the transmitter exists.
  case cold

  /// How many values to keep.
  @usableFromInline var limit: Int {
    switch self {
    case .hot: return 0
    case .warm(let limit):
      requireNonNegative(limit, "upTo")
      return limit
    case .cold: return .max
    }
  }
}

/// Stops the program if an argument is negative, naming it and its value (Contract 12).
@usableFromInline
func requireNonNegative(_ value: Int, _ name: StaticString) {
  if value < 0 { fatalError("Airwave: '\(name)' must not be negative, but is \(value)") }
}
