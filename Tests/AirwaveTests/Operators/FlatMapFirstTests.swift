import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.flatMapFirst", .inTurn)
struct FlatMapFirstTests {
  @Test("makes no receiver for a value that is ignored, and one for the next value after the end")
  func ignores() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let inner = (0..<6).map { _ in Receiver<Int>.make() }
    let made = Heard<Int>()
    let (heard, _) = recordEvents(receiver.flatMapFirst { inner[made.noting($0)].receiver })
    [0, 1, 2].forEach(transmitter.broadcast)
    inner[0].transmitter.broadcast(10)
    inner[0].transmitter.finish()
    inner[1].transmitter.broadcast(11)
    [3, 4].forEach(transmitter.broadcast)
    inner[3].transmitter.broadcast(13)
    transmitter.finish()
    let open = heard.values
    inner[3].transmitter.finish()

    #expect(made.values == [0, 3])
    #expect(open == [.value(10), .value(13)] && heard.values == open + [.end])
    #expect(inner.allSatisfy { $0.receiver.listenerCount == 0 } && receiver.listenerCount == 0)
  }

  @Test("a receiver that finishes while it is joined makes room for the next value", arguments: everyStrategy)
  func finished(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)
    let (heard, _) = recordEvents(receiver.flatMapFirst { Receiver.just($0, $0 * 10) })
    transmitter.broadcast(4)
    transmitter.finish()

    let values = strategy.replayed(of: [1, 2, 3]) + [4]
    let expected: [Event<Int>] = values.flatMap { value -> [Event<Int>] in [.value(value), .value(value * 10)] }
    #expect(heard.values == expected + [.end])
  }

  @Test("threads: one inner receiver at a time, each whole")
  func threads() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, overlaps, open) = (Heard<Int>(), OverlapDetector(), Tally())
    receiver.flatMapFirst { value in
      open.add()
      return Receiver.just(value, -value).handleEvents(onFinish: { open.add(-1) })
    }.listen { value in
      overlaps.enter { heard.append(open.count == 1 ? value : 0) }
    }
    await onThreads(3) { thread in
      for number in 1...2_000 { transmitter.broadcast(thread * 2_000 + number) }
    }

    let firsts = stride(from: 0, to: heard.values.count, by: 2).map { heard.values[$0] }
    #expect(heard.values == firsts.flatMap { [$0, -$0] })
    #expect(firsts.allSatisfy { $0 > 0 } && Set(firsts).count == firsts.count && !firsts.isEmpty)
    #expect([overlaps.overlapCount, open.count] == [0, 0])
    transmitter.finish()
  }
}
