/// A program for pairs, as a value: made from random bytes, run on Airwave and on a model of it, and shrunk when the two
/// disagree.
package struct Program: Hashable, Sendable {
  /// A replay strategy for each pair.
  package var strategies: [Strategy]
  package var steps: [Step]

  package init(strategies: [Strategy], steps: [Step]) {
    self.strategies = strategies
    self.steps = steps
  }
}

package enum Strategy: Hashable, Sendable {
  case hot
  case warm(Int)
  case cold
}

package enum Step: Hashable, Sendable {
  case broadcast(Int, on: Int)
  case listen(Source, hasEnd: Bool, reactions: [Reaction])
  case forward(from: Int, to: Int)
  /// Disposes of the listener with this number, counted from the first, and again from the first when there are fewer.
  case dispose(Int)
  /// Disposes of the listener that does this, if one does.
  case leave
  case insert(Int, bag: Int)
  case disposeBag(Int)
  case dropBag(Int)
  case clearReplay(Int)
  case removeAllListeners(Int)
  case finish(Int)
  /// Lets go of the transmitter.
  case drop(Int)
  case read(Source)
}

/// What a listener does when it hears something.
package struct Reaction: Hashable, Sendable {
  /// The number of the event that it reacts to, or nil for each.
  package var event: Int?
  package var steps: [Step]

  package init(event: Int?, steps: [Step]) {
    self.event = event
    self.steps = steps
  }
}

/// What a program listens to: branches of pairs, joined, and seen through operators.
package struct Source: Hashable, Sendable {
  package enum Joining: Hashable, Sendable {
    /// The first branch alone.
    case none
    case merge, combineLatest, zip, takeUntil
  }

  /// A pair, seen through operators.
  package struct Branch: Hashable, Sendable {
    package var pair: Int
    package var operators: [Operator]

    package init(pair: Int, operators: [Operator] = []) {
      self.pair = pair
      self.operators = operators
    }
  }

  package var joining = Joining.none
  /// One branch, or two.
  package var branches: [Branch]
  package var operators: [Operator] = []

  package init(pair: Int) {
    branches = [Branch(pair: pair)]
  }

  init(joining: Joining, branches: [Branch], operators: [Operator]) {
    self.joining = joining
    self.branches = branches
    self.operators = operators
  }
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
  case skipRepeats
  case uniqueValues
  /// Adds ten times the number before.
  case withPrevious
  /// Sums up.
  case scan
}
