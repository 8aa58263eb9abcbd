import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// An operator, and the equal operation on arrays.
///
/// Both take a number, such as a count, a limit or a divisor. The tests choose it at random.
struct Operation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let receiver: @Sendable (Receiver<Int>, Int) -> Receiver<Int>
  let array: @Sendable ([Int], Int) -> [Int]

  init(
    _ name: String,
    _ receiver: @escaping @Sendable (Receiver<Int>, _ number: Int) -> Receiver<Int>,
    array: @escaping @Sendable ([Int], _ number: Int) -> [Int]
  ) {
    testDescription = name
    self.receiver = receiver
    self.array = array
  }

  /// Makes an operation that applies several operations one after the other.
  static func chain(of links: [(operation: Operation, number: Int)]) -> Operation {
    Operation(links.map { "\($0.operation.testDescription) \($0.number)" }.joined(separator: ", ")) { receiver, _ in
      links.reduce(receiver) { $1.operation.receiver($0, $1.number) }
    } array: { values, _ in
      links.reduce(values) { $1.operation.array($0, $1.number) }
    }
  }
}

/// Two listeners of one derived receiver, and what they heard.
struct Hearing: Equatable {
  /// The values that the receiver would have replayed to the first listener.
  var replayed: [Int]
  var latest: Int?
  var early: [Int]
  /// The values that the second listener heard, which joined later.
  var late: [Int]
}

/// Expects that listeners hear the operation applied to exactly the values that they would have heard without it
/// (Contract 8).
///
/// - Returns: Whether they do.
func expectEqual(
  _ operation: Operation,
  to strategy: ReplayStrategy,
  seed: UInt64,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  var random = SplitMix64(seed: seed)
  let number = Int.random(in: 0...4, using: &random)
  let (before, between, after) = (random.values(), random.values(), random.values())

  let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
  let derived = operation.receiver(receiver, number)
  before.forEach(transmitter.broadcast)
  let (replayed, latest) = (derived.replayed, derived.latest)
  let early = derived.record()
  between.forEach(transmitter.broadcast)
  let late = derived.record()
  after.forEach(transmitter.broadcast)

  let expectedReplay = operation.array(strategy.replayed(of: before), number)
  let heard = Hearing(replayed: replayed, latest: latest, early: early.values, late: late.values)
  let expected = Hearing(
    replayed: expectedReplay,
    latest: expectedReplay.last,
    early: operation.array(strategy.replayed(of: before) + between + after, number),
    late: operation.array(strategy.replayed(of: before + between) + after, number)
  )
  #expect(
    heard == expected,
    "\(operation.testDescription), seed \(seed), number \(number): \(before) \(between) \(after)",
    sourceLocation: sourceLocation
  )
  return heard == expected
}

/// Expects the same for hundreds of random sequences, until one fails.
func expectEqual(
  _ operation: Operation,
  to strategy: ReplayStrategy,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for seed in 0..<200 {
    guard expectEqual(operation, to: strategy, seed: UInt64(seed), sourceLocation: sourceLocation) else { return }
  }
}
