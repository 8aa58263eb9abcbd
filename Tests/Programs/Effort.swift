/// The events that the branches of a model may still have.
///
/// A receiver that chooses others multiplies their values, and its share multiplies them again. The model of a few
/// programs in ten million would run for hours.
final class Effort {
  private var left = 5_000

  var isSpent: Bool { left < 0 }

  /// Spends effort for a number of events.
  ///
  /// - Returns: Whether enough was left.
  func spend(_ count: Int = 1) -> Bool {
    if !isSpent { left -= count }
    return !isSpent
  }
}
