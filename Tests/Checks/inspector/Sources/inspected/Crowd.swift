import Airwave

/// As many pairs and listeners as a large program has.
@MainActor
final class Crowd {
  private var pairs: [(transmitter: Transmitter<Int>, receiver: Receiver<Int>)] = []

  /// Makes pairs with ten listeners each, until there are so many.
  func gather(_ count: Int) {
    for number in pairs.count..<count {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1), name: "crowd \(number)")
      for factor in 0..<10 { receiver.map { $0 * factor }.listen { _ in } }
      pairs.append((transmitter, receiver))
    }
  }

  /// Sends a value on each pair.
  func stir() {
    for pair in pairs { pair.transmitter.broadcast(1) }
  }

  func leave() { pairs = [] }
}
