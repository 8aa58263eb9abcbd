import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.collect(until:)", .inTurn)
struct CollectUntilTests {
  @Test("a replayed value of the other receiver forwards the replayed values", arguments: everyStrategy)
  func replayed(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (closer, closing) = Receiver<Void>.make(strategy: .warm(upTo: 1))
    [1, 2, 3].forEach(transmitter.broadcast)
    closer.broadcast()
    let collected = receiver.collect(until: closing)
    let (replayed, heard) = (collected.replayed, collected.record())
    [4, 5].forEach(transmitter.broadcast)
    closer.broadcast()

    let first = strategy.replayed(of: [1, 2, 3])
    #expect(replayed == [first])
    #expect(heard.values == [first, [4, 5]])
  }

  @Test("the rest follows at the end, and not after disposal or removal")
  func rest() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let collected = receiver.collect(until: Receiver<Int>.never)
    let (disposed, listening) = recordEvents(collected)
    let (taken, _) = recordEvents(receiver.take(count: 1).collect(until: Receiver<Int>.never))
    let (removed, _) = recordEvents(Receiver<Int>.never.merge(with: receiver).collect(until: Receiver<Int>.never))
    transmitter.broadcast(1)
    listening.dispose()
    transmitter.removeAllListeners()
    let (finished, _) = recordEvents(collected)
    let (empty, _) = recordEvents(collected)
    transmitter.finish()

    #expect(disposed.values == [] && removed.values == [])
    #expect(taken.values == [.value([1]), .end])
    #expect(finished.values == [.end] && empty.values == [.end])
  }

  @Test("the end of the other receiver changes nothing, and its values no longer count after the end")
  func otherEnds() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (closer, closing) = Receiver<Void>.make()
    let (heard, _) = recordEvents(receiver.collect(until: closing))
    transmitter.broadcast(1)
    closer.finish()
    transmitter.broadcast(2)
    transmitter.finish()

    #expect(heard.values == [.value([1, 2]), .end])
    #expect(closing.listenerCount == 0)
  }

  @Test("threads: every value once, in its order")
  func threads() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (closer, closing) = Receiver<Void>.make()
    let (heard, _) = recordEvents(receiver.collect(until: closing))
    await onThreads(2) { thread in
      for number in 0..<5_000 {
        if thread == 0 { transmitter.broadcast(number) } else { closer.broadcast() }
      }
    }
    transmitter.finish()

    let batches = heard.values.dropLast().map { event in
      if case .value(let batch) = event { batch } else { [Int]() }
    }
    #expect(heard.values.last == .end && batches.flatMap { $0 } == Array(0..<5_000))
    #expect([5_000, 5_001].contains(batches.count))
  }
}
