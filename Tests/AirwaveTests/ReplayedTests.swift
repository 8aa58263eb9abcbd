import Airwave
import AirwaveTesting
import Dispatch
import TestSupport
import Testing

@Suite("Reading and clearing what is replayed", .inTurn)
struct ReplayedTests {
  /// The values of `replayed` and `latest` at one time, for a receiver and for a receiver derived from it.
  struct Reading: Equatable, Sendable {
    var replayed: [Int]
    var latest: Int?
    var derivedReplayed: [Int]
    var derivedLatest: Int?

    init(_ receiver: Receiver<Int>) {
      let derived = receiver.skip(count: 1).map { $0 * 10 }
      (replayed, latest) = (receiver.replayed, receiver.latest)
      (derivedReplayed, derivedLatest) = (derived.replayed, derived.latest)
    }

    init(of values: [Int]) {
      let derived = values.dropFirst().map { $0 * 10 }
      (replayed, latest) = (values, values.last)
      (derivedReplayed, derivedLatest) = (derived, derived.last)
    }
  }

  @Test("reads the replay and the newest value without a listener", arguments: everyStrategy)
  func reads(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    var readings = [Reading(receiver)]
    for value in 1...9 {
      transmitter.broadcast(value)
      readings.append(Reading(receiver))
    }

    #expect(readings == (0...9).map { Reading(of: strategy.replayed(of: Array(1..<$0 + 1))) })
    #expect(!transmitter.hasListeners)
  }

  @Test("reads inside a listener, whose value is the newest", arguments: everyStrategy)
  func readsInsideListener(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let readings = Heard<Reading>()
    transmitter.broadcast(1)
    receiver.listen { _ in readings.append(Reading(receiver)) }
    [2, 3].forEach(transmitter.broadcast)

    let expected = strategy.replayed(of: [1]).map { [$0] } + [[1, 2], [1, 2, 3]].map { strategy.replayed(of: $0) }
    #expect(readings.values == expected.map { Reading(of: $0) })
  }

  @Test("reads inside an operator's closure, and while that is read", arguments: everyStrategy)
  func readsInsideOperator(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2].forEach(transmitter.broadcast)
    let derived = receiver.map { _ in Reading(receiver) }

    let expected = Reading(of: strategy.replayed(of: [1, 2]))
    #expect(derived.replayed == strategy.replayed(of: [1, 2]).map { _ in expected })
    #expect(derived.record().values == derived.replayed)
  }

  @Test("reads no further than an operator that is done", arguments: everyStrategy)
  func readsUntilDone(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    (1...5).forEach(transmitter.broadcast)
    let asked = Heard<Int>()
    let taken = receiver.handleEvents().map { value in
      asked.append(value)
      return value
    }
    let read = taken.take(count: 2).replayed

    #expect(read == Array(strategy.replayed(of: Array(1...5)).prefix(2)))
    #expect(asked.values == read)
  }

  @Test("reads what an operator holds back until the end, once the pair is finished", arguments: everyStrategy)
  func readsToTheEnd(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)
    let debounced = receiver.debounce(for: .seconds(1), clock: ManualClock())
    let before = debounced.replayed
    transmitter.finish()

    #expect(before == [])
    #expect(debounced.replayed == Array(strategy.replayed(of: [1, 2, 3]).suffix(1)))
  }

  @Test("reads on another thread while a delivery is under way", arguments: everyStrategy)
  func readsOnAnotherThread(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let readings = Heard<Reading>()
    transmitter.broadcast(1)
    receiver.listen { _ in
      let isRead = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        readings.append(Reading(receiver))
        isRead.signal()
      }
      // Deadlocks if the reader waits for this delivery.
      isRead.wait()
    }
    transmitter.broadcast(2)

    let expected = strategy.replayed(of: [1]).map { [$0] } + [strategy.replayed(of: [1, 2])]
    #expect(readings.values == expected.map { Reading(of: $0) })
  }

  @Test("reads whole beginnings while another thread broadcasts")
  func readsWhileBroadcasting() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 3))
    let readings = Heard<[Int]>()
    receiver.listen { _ in }
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for value in 0..<1000 {
        if index == 0 { transmitter.broadcast(value) } else { readings.append(receiver.map { $0 + 1 }.replayed) }
      }
    }

    let broken = readings.values.filter { values in
      values.count > 3 || zip(values, values.dropFirst()).contains { $0 + 1 != $1 }
    }
    #expect(broken == [])
    #expect(readings.values.count == 1000)
    #expect(receiver.replayed == [997, 998, 999])
  }

  @Test("forgets the replay, which listeners do not notice", arguments: everyStrategy)
  func forgets(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let early = receiver.record()
    [1, 2].forEach(transmitter.broadcast)
    transmitter.clearReplay()
    let cleared = Reading(receiver)
    let late = receiver.record()
    [3, 4].forEach(transmitter.broadcast)

    #expect(cleared == Reading(of: []))
    #expect([early.values, late.values] == [[1, 2, 3, 4], [3, 4]])
    #expect(Reading(receiver) == Reading(of: strategy.replayed(of: [3, 4])))
  }

  @Test("forgets inside a listener too, and after the end")
  func forgetsInsideListener() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    receiver.listen { if $0 == 2 { transmitter.clearReplay() } }
    [1, 2, 3].forEach(transmitter.broadcast)
    let replayed = receiver.replayed
    transmitter.finish()
    transmitter.clearReplay()

    #expect([replayed, receiver.replayed] == [[3], []])
  }

  @Test("releases forgotten values at once")
  func releases() {
    let (transmitter, receiver) = Receiver<Witness>.make(strategy: .cold)
    let heard = Heard<String>()
    for name in ["a", "b"] { transmitter.broadcast(Witness { heard.append("\(name) \(receiver.replayed.count)") }) }
    let before = heard.values
    transmitter.clearReplay()

    #expect(before == [])
    #expect(heard.values == ["a 0", "b 0"])
  }
}
