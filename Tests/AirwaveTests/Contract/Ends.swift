import Airwave

/// Both ends of a pair. The transmitter can be released.
final class Ends: @unchecked Sendable {
  // Unchecked: used by one thread.
  var transmitter: Transmitter<Int>?
  let receiver: Receiver<Int>

  init(_ strategy: ReplayStrategy) {
    (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
  }
}
