import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Contract 2: one order", .inTurn)
struct Contract02OneOrderTests {
  @Test("is the same for every listener while four threads broadcast", arguments: everyStrategy)
  func threads(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Sent>.make(strategy: strategy)
    let heard = (0..<3).map { _ in receiver.record() }

    await onThreads(4) { thread in
      for number in 0..<2_000 { transmitter.broadcast(Sent(thread: thread, number: number)) }
    }

    let order = heard[0].values
    #expect(heard.map { $0.values == order } == [true, true, true])
    #expect(receiver.replayed == strategy.replayed(of: order))
    // The broadcasts of each thread keep their order, and none of them is lost.
    for thread in 0..<4 {
      #expect(order.filter { $0.thread == thread }.map(\.number) == Array(0..<2_000))
    }
  }

  @Test("is the same for every listener when listeners broadcast", arguments: everyStrategy)
  func reentrant(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let first = receiver.record()
    receiver.listen { if $0 == 1 { [10, 20].forEach(transmitter.broadcast) } }
    let second = receiver.record()
    receiver.listen { if $0 == 10 { transmitter.broadcast(100) } }
    let third = receiver.record()

    [1, 2].forEach(transmitter.broadcast)

    let order = [1, 10, 20, 100, 2]
    #expect([first, second, third].map(\.values) == [order, order, order])
    #expect(receiver.replayed == strategy.replayed(of: order))
  }

  @Test("is the same for every listener when the replay makes one broadcast", arguments: everyStrategy)
  func reentrantReplay(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let early = receiver.record()
    [1, 2].forEach(transmitter.broadcast)

    let late = Heard<Int>()
    receiver.listen {
      late.append($0)
      if $0 < 10 { transmitter.broadcast($0 * 10) }
    }
    transmitter.broadcast(3)

    let replayed = strategy.replayed(of: [1, 2])
    let answers = replayed.map { $0 * 10 } + [3, 30]
    #expect([early.values, late.values] == [[1, 2] + answers, replayed + answers])
  }

  @Test("of the listeners is that in which they joined, whichever of them have left", arguments: everyStrategy)
  func joiningOrder(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let called = Heard<Int>()
    var listening: [Int: Disposable] = [:]
    var expected: [Int] = []

    for name in 0..<200 {
      listening[name] = receiver.listen { _ in called.append(name) }
      expected.append(name)
      // Listeners leave at the beginning, in the middle and at the end of the table.
      if name % 3 != 0 || name < 90 {
        let leaving = expected.remove(at: expected.count * (name % 7) / 7)
        listening[leaving]?.dispose()
      }
    }
    transmitter.broadcast(1)

    #expect(called.values == expected)
  }

  @Test("of the listeners is that in which they joined, from inside a delivery too", arguments: everyStrategy)
  func joiningInside(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let called = Heard<String>()
    receiver.take(count: 1).listen { _ in
      for name in ["c", "d"] { receiver.listen { called.append("\(name)\($0)") } }
    }
    for name in ["a", "b"] { receiver.listen { called.append("\(name)\($0)") } }

    [1, 2].forEach(transmitter.broadcast)

    let replayed = strategy.replayed(of: [1]).isEmpty ? [] : ["c1", "d1"]
    #expect(called.values == ["a1", "b1"] + replayed + ["a2", "b2", "c2", "d2"])
  }

  private struct Sent: Equatable, Sendable {
    var thread: Int
    var number: Int
  }
}
