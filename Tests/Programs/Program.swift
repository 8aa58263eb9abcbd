/// A program for pairs, as a value: made from random bytes, run on Airwave and on a model of it, and shrunk when the two
/// disagree.
package struct Program: Hashable, Sendable {
  /// A replay strategy for each pair.
  package var strategies: [Strategy]
  /// What all listeners of the program share. A share may be made from those before it.
  package var shares: [Share]
  package var steps: [Step]

  package init(strategies: [Strategy], shares: [Share] = [], steps: [Step]) {
    self.strategies = strategies
    self.shares = shares
    self.steps = steps
  }
}

package enum Strategy: Hashable, Sendable {
  case hot
  case warm(Int)
  case cold
}

/// A source whose listeners share one listener of it.
package struct Share: Hashable, Sendable {
  package var source: Source
  package var strategy: Strategy

  package init(_ source: Source, strategy: Strategy) {
    self.source = source
    self.strategy = strategy
  }
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
