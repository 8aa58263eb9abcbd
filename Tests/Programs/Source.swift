/// What a program listens to: branches, joined, and seen through operators.
package struct Source: Hashable, Sendable {
  package enum Joining: Hashable, Sendable {
    /// The first branch alone.
    case none
    case merge, combineLatest, zip, withLatest, sample, takeUntil, skipUntil
    /// As `merge`, `combineLatest` and `zip`, but of an array.
    case mergeArray, combineLatestArray, zipArray
    /// Each value of the first branch chooses which of the others is listened to: instead of the one before, beside it, or
    /// after it.
    case switchToLatest, flatMap, flatMapInTurn

    var isChoosing: Bool { [.switchToLatest, .flatMap, .flatMapInTurn].contains(self) }
  }

  /// Where a branch begins.
  package enum Origin: Hashable, Sendable {
    case pair(Int)
    case shared(Int)
  }

  /// A pair, or what is shared, seen through operators.
  package struct Branch: Hashable, Sendable {
    package var origin: Origin
    package var operators: [Operator]

    package init(_ origin: Origin, operators: [Operator] = []) {
      self.origin = origin
      self.operators = operators
    }
  }

  package var joining = Joining.none
  /// One branch, or two; or one that chooses and one or more to choose from.
  package var branches: [Branch]
  package var operators: [Operator] = []

  package init(_ origin: Origin) {
    branches = [Branch(origin)]
  }

  init(joining: Joining, branches: [Branch], operators: [Operator]) {
    self.joining = joining
    self.branches = branches
    self.operators = operators
  }

  /// Which branch a value of the first one chooses.
  func branch(chosenBy value: Int) -> Int { 1 + abs(value % (branches.count - 1)) }
}

/// An operator of numbers.
package enum Operator: Hashable, Sendable {
  /// Adds one.
  case map
  /// Lets numbers pass that have this remainder by two.
  case filter(Int)
  /// Halves even numbers, and leaves out the others.
  case compactMap
  case skip(Int)
  case skipBelow(Int)
  case take(Int)
  case takeBelow(Int)
  /// Takes numbers below a limit, and the first that is not.
  case takeUpTo(Int)
  case skipRepeats
  case uniqueValues
  /// Adds ten times the number before.
  case withPrevious
  /// Sums up.
  case scan
  /// Sums up, in place.
  case scanInto
  /// Adds ten times the offset.
  case enumerated
  /// Sums up batches.
  case collect(Int)
}
