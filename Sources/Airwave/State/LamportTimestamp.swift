import Synchronization

/// When a variable was set, seen from the variables that it is bonded with.
///
/// Bonded variables agree on the set with the greatest stamp. A set counts one more than all that its variable had taken
/// before, whether set there or carried to it, so that a later set wins; of sets that knew nothing of each other and
/// count the same, the one of the younger variable. These are the clocks of L. Lamport, "Time, Clocks, and the Ordering of
/// Events in a Distributed System", 1978.
@usableFromInline
struct LamportTimestamp: Comparable, Sendable {
  @usableFromInline let count: Int
  /// The age of the variable that was set: younger ones have greater numbers.
  @usableFromInline let variable: Int

  @inlinable init(count: Int, variable: Int) {
    self.count = count
    self.variable = variable
  }

  @inlinable static func < (left: LamportTimestamp, right: LamportTimestamp) -> Bool {
    (left.count, left.variable) < (right.count, right.variable)
  }
}

extension LamportTimestamp {
  private static let variables = Atomic<Int>(0)

  @usableFromInline static func nextVariable() -> Int {
    variables.add(1, ordering: .relaxed).newValue
  }

  /// The stamp of a new variable.
  @inlinable static func first(in variable: Int) -> LamportTimestamp {
    LamportTimestamp(count: 0, variable: variable)
  }

  /// The stamp of the next set of a variable.
  @inlinable func next(in variable: Int) -> LamportTimestamp {
    LamportTimestamp(count: count + 1, variable: variable)
  }
}
