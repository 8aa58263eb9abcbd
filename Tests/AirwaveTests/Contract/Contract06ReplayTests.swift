import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Contract 6: replay", .inTurn)
struct Contract06ReplayTests {
  @Test(
    "goes to the new listener alone, oldest value first",
    arguments: everyStrategy + [.untilHeard(upTo: 2)],
    0..<12
  )
  func replay(strategy: ReplayStrategy, count: Int) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let early = receiver.record()
    let sent = Array(0..<count)
    sent.forEach(transmitter.broadcast)

    let late = receiver.record()

    let replayed = strategy.replayed(of: sent, areHeard: true)
    #expect([early.values, late.values, receiver.replayed] == [sent, replayed, replayed])
    #expect(receiver.latest == replayed.last)
  }

  @Test(
    "of the limits 0 and .max is that of hot and cold",
    arguments: [(.warm(upTo: 0), []), (.hot, []), (.warm(upTo: .max), [1, 2, 3]), (.cold, [1, 2, 3])]
      as [(ReplayStrategy, [Int])]
  )
  func limits(strategy: ReplayStrategy, replayed: [Int]) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)

    #expect([receiver.replayed, receiver.record().values] == [replayed, replayed])
  }

  @Test("of what no listener has heard goes to the first listener alone", arguments: 0..<5, 0..<5)
  func untilHeard(limit: Int, count: Int) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .untilHeard(upTo: limit))
    let sent = Array(0..<count)
    sent.forEach(transmitter.broadcast)

    let (first, second) = (receiver.record(), receiver.record())
    transmitter.broadcast(count)

    #expect([first.values, second.values] == [sent.suffix(limit) + [count], [count]])
    #expect(receiver.replayed == [] && receiver.latest == nil)
  }

  @Test(
    "to a listener that joins from inside a delivery comes after that delivery",
    arguments: everyStrategy + [.untilHeard(upTo: 2)]
  )
  func joinInside(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    receiver.listen { value in
      guard value == 2 else { return }
      transmitter.broadcast(3)
      receiver.listen { log.append("late \($0)") }
      transmitter.broadcast(4)
    }
    receiver.listen { log.append("early \($0)") }

    [1, 2].forEach(transmitter.broadcast)

    let replayed = strategy.replayed(of: [1, 2, 3], areHeard: true).map { "late \($0)" }
    #expect(log.values == ["early 1", "early 2", "early 3"] + replayed + ["early 4", "late 4"])
  }

  @Test("to a listener that joins from inside a replay comes after that replay", arguments: everyStrategy)
  func joinInsideReplay(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let sent = [1, 2, 3]
    sent.forEach(transmitter.broadcast)
    let (outer, inner) = (Heard<Int>(), Heard<Int>())
    receiver.listen { value in
      outer.append(value)
      if outer.values.count == 1 {
        receiver.listen { inner.append($0) }
        transmitter.broadcast(4)
      }
    }

    let replayed = strategy.replayed(of: sent)
    let following = replayed.isEmpty ? [] : [4]
    #expect([outer.values, inner.values] == [replayed + following, replayed + following])
  }

  @Test("can be forgotten, from inside a delivery or a replay too", arguments: everyStrategy)
  func clearReplay(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let early = receiver.record()
    [1, 2].forEach(transmitter.broadcast)

    let late = Heard<Int>()
    receiver.listen { value in
      late.append(value)
      if value == 2 || value == 4 { transmitter.clearReplay() }
    }
    transmitter.broadcast(3)
    let third = receiver.record()
    [4, 5].forEach(transmitter.broadcast)

    let clearedEarly = strategy.replayed(of: [1, 2]).contains(2)
    #expect(early.values == [1, 2, 3, 4, 5])
    #expect(late.values == strategy.replayed(of: [1, 2]) + [3, 4, 5])
    #expect(third.values == strategy.replayed(of: clearedEarly ? [3] : [1, 2, 3]) + [4, 5])
    #expect(receiver.replayed == strategy.replayed(of: [5]))
  }

  @Test("leaves no gap and repeats nothing while another thread broadcasts", arguments: everyStrategy)
  func joinWhileBroadcasting(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let last = 1_000
    let lateListeners = Heard<Recorder<Int>>()
    let sending = Countdown(1)

    await onThreads(3) { thread in
      if thread == 0 {
        for value in 0...last { transmitter.broadcast(value) }
        sending.countDown()
      } else {
        while !sending.isDone, lateListeners.values.count < 100 { lateListeners.append(receiver.record()) }
      }
    }
    lateListeners.append(receiver.record())

    // Each listener hears consecutive values up to the last one. The first value that it hears depends on when it
    // joined.
    let heard = lateListeners.values.map(\.values)
    #expect(heard.filter { !$0.isEmpty && $0 != Array($0[0]...last) } == [])
    // A listener that joins after the last value hears the replay. A cold pair replays all values.
    let replayed = strategy.replayed(of: Array(0...last))
    #expect(heard.last == replayed)
    #expect(replayed.count <= last || heard.allSatisfy { $0.first == 0 })
  }

  @Test("can be read whole at any time, while another thread broadcasts", arguments: everyStrategy)
  func readWhileBroadcasting(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<[Int]>.make(strategy: strategy)
    receiver.listen { _ in }
    let last = 2_000
    let gaps = Heard<[Int]>()
    let sending = Countdown(1)

    await onThreads(3) { thread in
      if thread == 0 {
        for value in 0...last { transmitter.broadcast([value]) }
        sending.countDown()
      } else {
        while !sending.isDone {
          let values = (thread == 1 ? receiver.replayed : receiver.map { $0 }.replayed).flatMap(\.self)
          if let first = values.first, values != Array(first...values[values.count - 1]) { gaps.append(values) }
          if let latest = receiver.latest, latest[0] < (values.last ?? 0) { gaps.append(latest) }
        }
      }
    }

    #expect(gaps.values == [])
    #expect(receiver.replayed == strategy.replayed(of: (0...last).map { [$0] }))
  }
}
