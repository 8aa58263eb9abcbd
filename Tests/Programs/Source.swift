/// A source that a program listens to: branches that are joined, with operators behind them.
package struct Source: Hashable, Sendable {
  package enum Joining: Hashable, Sendable {
    /// Only the first branch.
    case none
    case merge, combineLatest, zip, withLatest, sample, takeUntil, skipUntil, collectUntil, race
    /// `merge`, `combineLatest` and `zip` of an array.
    case mergeArray, combineLatestArray, zipArray
    /// Each value of the first branch chooses another branch to listen to: instead of the previous choice, beside it,
    /// after it, or not at all before its end.
    case switchToLatest, flatMap, flatMapInTurn, flatMapFirst

    var isChoosing: Bool { [.switchToLatest, .flatMap, .flatMapInTurn, .flatMapFirst].contains(self) }
  }

  /// The receiver at which a branch begins.
  package enum Origin: Hashable, Sendable {
    case pair(Int)
    case shared(Int)
  }

  /// A pair or a share, with operators behind it.
  package struct Branch: Hashable, Sendable {
    package var origin: Origin
    package var operators: [Operator]

    package init(_ origin: Origin, operators: [Operator] = []) {
      self.origin = origin
      self.operators = operators
    }
  }

  package var joining = Joining.none
  /// One branch, two branches, or a choosing branch and the branches to choose from.
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

  /// The branch that a value of the first branch chooses.
  func branch(chosenBy value: Int) -> Int { 1 + abs(value % (branches.count - 1)) }
}

/// An operator of numbers.
package enum Operator: Hashable, Sendable {
  /// Adds one.
  case map
  /// Forwards numbers with this remainder of a division by two.
  case filter(Int)
  /// Halves even numbers, and leaves out the others.
  case compactMap
  case skip(Int)
  case skipBelow(Int)
  case take(Int)
  case takeBelow(Int)
  /// Takes numbers below a limit, and the first number that is not below it.
  case takeUpTo(Int)
  case skipRepeats
  case uniqueValues
  /// Adds ten times the previous number.
  case withPrevious
  /// Adds up all numbers.
  case scan
  /// Adds up all numbers in place.
  case scanInto
  /// Adds ten times the offset.
  case enumerated
  /// Adds up the numbers of each batch.
  case collect(Int)
}
