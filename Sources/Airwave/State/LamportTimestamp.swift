import Synchronization

/// A Lamport timestamp (L. Lamport, "Time, Clocks, and the Ordering of Events in a Distributed System", 1978) that
/// orders the sets of bonded variables.
///
/// Bonded variables take the value of the set with the greatest timestamp. When a variable is set, the count is one
/// more than the count of its previous value, whether that value was set there or carried over by a bond. So a set has
/// a greater timestamp than each set that its variable had taken before. Concurrent sets may have equal counts: then
/// the set of the younger variable has the greater timestamp.
///
/// A storage that has another value than the one that was set corrects the set: the stored value gets a timestamp of
/// its own.
@usableFromInline struct LamportTimestamp: Comparable, Sendable {
  @usableFromInline let count: Int
  /// The number of the variable that was set. Younger variables have greater numbers. Negative for a correction.
  @usableFromInline let variable: Int

  @inlinable init(count: Int, variable: Int) {
    self.count = count
    self.variable = variable
  }

  @inlinable static func < (left: LamportTimestamp, right: LamportTimestamp) -> Bool {
    (left.count, left.variable) < (right.count, right.variable)
  }

  private static let variables = Atomic<Int>(0)

  @usableFromInline static func nextVariable() -> Int {
    // Relaxed: the numbers of variables differ, and grow from one variable to a later one, by coherence.
    variables.add(1, ordering: .relaxed).newValue
  }

  /// The timestamp of a new variable.
  @inlinable static func first(in variable: Int) -> LamportTimestamp {
    LamportTimestamp(count: 0, variable: variable)
  }

  /// The timestamp of the set that follows this one in a variable.
  @inlinable func next(in variable: Int) -> LamportTimestamp {
    LamportTimestamp(count: count + 1, variable: variable)
  }

  /// The timestamp of a correction that a variable makes of the set with this timestamp. A concurrent set of the same
  /// count wins.
  func correction(in variable: Int) -> LamportTimestamp {
    LamportTimestamp(count: count + 1, variable: -variable)
  }

  var isCorrection: Bool { variable < 0 }
}
