import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("Every operator")
struct OperatorLawsTests {
  @Test("does no work and listens to nothing before someone listens", arguments: everyOperation)
  func isLazy(operation: Operation) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let calls = Heard<Int>()
    let derived = operation.receiver(receiver.map(calls.noting), 2)
    [1, 2].forEach(transmitter.broadcast)
    let callsBefore = calls.values
    let hadListeners = transmitter.hasListeners
    let (_, listening) = recordEvents(derived)

    #expect(callsBefore == [])
    #expect(!hadListeners)
    #expect(calls.values == [1, 2])
    listening.dispose()
  }

  @Test("calls no closure before someone listens, nor after", arguments: ObservedOperator.all)
  func callsNoClosure(observed: ObservedOperator) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let calls = Heard<Int>()
    let derived = observed.make(receiver, calls)
    [1, 2, 3].forEach(transmitter.broadcast)
    let callsBefore = calls.values
    let listening = derived.listen { _ in }
    let callsDuring = calls.values
    listening.dispose()
    transmitter.broadcast(4)

    #expect(callsBefore == [])
    #expect(callsDuring == observed.expected)
    #expect(calls.values == observed.expected)
  }

  @Test("counts as the listeners behind it", arguments: everyOperation)
  func countsListeners(operation: Operation) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let derived = operation.receiver(receiver, 2)
    let counts = [
      derived.listenerCount,
      withExtendedLifetime(derived.listen { _ in }) { derived.listenerCount },
      withExtendedLifetime(receiver.listen { _ in }) { derived.listenerCount },
    ]

    #expect(counts == [0, 1, 2])
    #expect(transmitter.hasListeners)
  }

  @Test("leaves its source when its listener is disposed of", arguments: everyOperation)
  func leaves(operation: Operation) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let calls = Heard<Int>()
    let listening = operation.receiver(receiver.map(calls.noting), 2).listen { _ in }
    transmitter.broadcast(0)
    listening.dispose()
    transmitter.broadcast(1)

    #expect(calls.values == [0])
    #expect(!transmitter.hasListeners)
  }

  @Test("lets the end of the pair through, once and after all values", arguments: everyOperation, everyStrategy)
  func ends(operation: Operation, strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let derived = operation.receiver(receiver, 2)
    [1, 2].forEach(transmitter.broadcast)
    let early = recordEvents(derived).heard
    [2, 1].forEach(transmitter.broadcast)
    transmitter.finish()
    let late = recordEvents(derived).heard

    let expected = [strategy.replayed(of: [1, 2]) + [2, 1], strategy.replayed(of: [1, 2, 2, 1])].map { values in
      operation.array(values, 2).map { Event.value($0) } + [.end]
    }
    #expect([early.values, late.values] == expected)
  }

  @Test("keeps no pair alive, and is kept alive by its listener's pair alone", arguments: everyOperation)
  func lifetime(operation: Operation) {
    var pair: (transmitter: Transmitter<Int>, receiver: Receiver<Int>)? = Receiver<Int>.make()
    weak let source = pair?.receiver
    let derived = pair.map { operation.receiver($0.receiver, 2) }
    let heard = derived.map { recordEvents($0).heard }
    pair = nil

    #expect(heard?.values == operation.array([], 2).map { .value($0) } + [.end])
    withExtendedLifetime(derived) { #expect(source != nil) }
  }

  @Test("shares no state between listeners that join on many threads at once", arguments: everyOperation)
  func sharesNoState(operation: Operation) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    [1, 2, 2, 0, 3].forEach(transmitter.broadcast)
    let derived = operation.receiver(receiver, 2)
    let heard = Heard<Recorder<Int>>()
    let replayed = Heard<[Int]>()
    DispatchQueue.concurrentPerform(iterations: 20) { _ in
      heard.append(derived.record())
      replayed.append(derived.replayed)
    }

    // A thread that hears its replay leaves the joining of others to a thread of the system.
    await untilDrained()
    let expected = Array(repeating: operation.array([1, 2, 2, 0, 3], 2), count: 20)
    #expect(heard.values.map(\.values) == expected)
    #expect(replayed.values == expected)
  }
}

@Suite("Chains of operators")
struct ChainTests {
  @Test("are the same chain on the values that are heard without them", arguments: everyStrategy)
  func equalSequence(strategy: ReplayStrategy) {
    for seed in 0..<500 {
      guard expectEqual(Self.chain(seed: UInt64(seed)), to: strategy, seed: UInt64(seed)) else { return }
    }
  }

  @Test("end once, after all values", arguments: everyStrategy)
  func endOnce(strategy: ReplayStrategy) {
    for seed in 0..<500 {
      var random = SplitMix64(seed: UInt64(seed))
      let (before, after) = (random.values(), random.values())
      let chain = Self.chain(seed: UInt64(seed))
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      before.forEach(transmitter.broadcast)
      let heard = recordEvents(chain.receiver(receiver, 0)).heard
      after.forEach(transmitter.broadcast)
      transmitter.finish()

      let values = chain.array(strategy.replayed(of: before) + after, 0)
      let expected = values.map { Event<Int>.value($0) } + [.end]
      #expect(heard.values == expected, "seed \(seed): \(chain.testDescription): \(before) \(after)")
      if heard.values != expected { return }
    }
  }

  /// Makes a chain of three to six random operators.
  private static func chain(seed: UInt64) -> Operation {
    var random = SplitMix64(seed: ~seed)
    return .chain(
      of: (0..<Int.random(in: 3...6, using: &random)).map { _ in
        let index = Int.random(in: everyOperation.indices, using: &random)
        return (everyOperation[index], Int.random(in: 0...4, using: &random))
      }
    )
  }
}
