import Airwave
import Synchronization
import TestSupport
import Testing

@Suite("Contract 4: those who read", .inTurn)
struct Contract04ReadersTests {
  @Test(
    "a thread that reads the replay delivers no values of other threads",
    arguments: [.warm(upTo: 1), .cold] as [ReplayStrategy]
  )
  func readersDeliverNothing(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let unheard = Tally()
    let count = 20_000
    let counter = Counter()
    receiver.listen { counter.set($0) }

    await onThreads(2) { index in
      if index == 0 {
        for value in 1...count {
          transmitter.broadcast(value)
          if counter.value != value { unheard.add(1) }
        }
      } else {
        while (receiver.latest ?? 0) < count {}
      }
    }

    #expect(unheard.count == 0)
  }

  @Test("threads that read beside each other leave the pair at rest")
  func besideEachOther() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (0..<100).forEach(transmitter.broadcast)
    let wrong = Tally()
    await onThreads(4) { _ in
      for _ in 0..<1_000 where receiver.replayed.count != 100 { wrong.add(1) }
    }
    // Does not return if the readers have left the pair locked.
    transmitter.broadcast(100)

    #expect(wrong.count == 0)
    #expect(receiver.latest == 100)
  }
}

/// The newest number.
private final class Counter: Sendable {
  private let storage = Atomic(0)

  var value: Int { storage.load(ordering: .acquiring) }

  func set(_ value: Int) {
    storage.store(value, ordering: .releasing)
  }
}
