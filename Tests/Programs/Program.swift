/// A program that uses pairs. It is made from random bytes, run on Airwave and on a model of it, and shrunk if the
/// results differ.
package struct Program: Hashable, Sendable {
  /// A replay strategy for each pair.
  package var strategies: [Strategy]
  /// The shares, which all listeners of the program use. A share may be made from the shares before it.
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
  case untilHeard(Int)
}

/// A source that all its listeners share.
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
  /// Listens, on behalf of the owner with a number if there is one.
  case listen(Source, owner: Int? = nil, hasEnd: Bool, reactions: [Reaction])
  case forward(from: Int, to: Int)
  /// Disposes of the listener with this number, modulo the number of listeners.
  case dispose(Int)
  /// Disposes of the listener that performs this step, if a listener does.
  case leave
  case insert(Int, bag: Int)
  case disposeBag(Int)
  case dropBag(Int)
  case clearReplay(Int)
  case removeAllListeners(Int)
  case finish(Int)
  /// Releases the transmitter.
  case drop(Int)
  /// Releases the owner with this number. A new one takes its number.
  case release(Int)
  case read(Source)
}

/// The steps that a listener performs when it hears an event.
package struct Reaction: Hashable, Sendable {
  /// The number of the event to react to, or nil for each event.
  package var event: Int?
  package var steps: [Step]

  package init(event: Int?, steps: [Step]) {
    self.event = event
    self.steps = steps
  }
}
