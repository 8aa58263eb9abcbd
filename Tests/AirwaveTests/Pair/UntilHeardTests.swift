import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("ReplayStrategy.untilHeard", .inTurn)
struct UntilHeardTests {
  private let transmitter: Transmitter<Int>
  private let receiver: Receiver<Int>

  init() { (transmitter, receiver) = Receiver.make(strategy: .untilHeard(upTo: 10)) }

  @Test("a listener that ends takes what it was called with, and leaves the rest", arguments: 0...3)
  func leavesTheRest(count: Int) {
    [1, 2, 3].forEach(transmitter.broadcast)

    let taken = receiver.take(count: count).record()

    let rest = [1, 2, 3].suffix(3 - count)
    #expect([taken.values, receiver.replayed] == [[1, 2, 3].prefix(count), rest].map(Array.init))
    #expect(receiver.latest == rest.last)
    #expect(receiver.record().values == Array(rest) && receiver.replayed == [])
  }

  @Test("a listener that disposes of itself leaves the rest; one that removes all does not", arguments: [true, false])
  func endsItself(isRemoval: Bool) {
    [1, 2].forEach(transmitter.broadcast)
    let (stops, stop) = Receiver<Void>.make()
    let heard = Heard<Int>()
    receiver.take(until: stop).listen { value in
      heard.append(value)
      if isRemoval { transmitter.removeAllListeners() } else { stops.broadcast(()) }
    }

    #expect([heard.values, receiver.record().values] == (isRemoval ? [[1, 2], []] : [[1], [2]]))
  }

  @Test("a value is forgotten before a listener is called with it")
  func forgets() {
    [1, 2, 3].forEach(transmitter.broadcast)
    let seen = Heard<[Int]>()
    receiver.listen { _ in seen.append(receiver.replayed) }
    transmitter.broadcast(4)

    #expect(seen.values == [[2, 3], [3], [], []])
  }

  @Test("a listener that has ended before a delivery does not take its value")
  func endsBefore() {
    receiver.take(count: 1).listen { value in transmitter.broadcast(value + 1) }
    transmitter.broadcast(1)

    #expect(receiver.replayed == [2])
  }

  @Test("several listeners hear a value, and a later one does not")
  func several() {
    let heard = (0..<2).map { _ in receiver.record() }
    transmitter.broadcast(1)

    #expect(heard.map(\.values) == [[1], [1]] && receiver.record().values == [])
  }

  @Test("what an operator does not forward was heard")
  func filtered() {
    [1, 2].forEach(transmitter.broadcast)
    let heard = receiver.filter { $0 > 1 }.record()

    #expect([heard.values, receiver.replayed] == [[2], []])
  }

  @Test("clearReplay clears")
  func clears() {
    [1, 2].forEach(transmitter.broadcast)
    transmitter.clearReplay()
    transmitter.broadcast(3)

    #expect(receiver.record().values == [3])
  }

  @Test("after the end the first listener hears what is kept, and the end, and a later one the end")
  func end() {
    [1, 2].forEach(transmitter.broadcast)
    transmitter.finish()
    let events = (0..<2).map { _ in recordEvents(receiver).0 }

    #expect(events.map(\.values) == [[.value(1), .value(2), .end], [.end]])
  }

  @Test("first() takes one value", .patient)
  func first() async {
    [1, 2].forEach(transmitter.broadcast)

    #expect(await receiver.first() == 1)
    #expect(receiver.replayed == [2])
  }

  @Test("a shared receiver has it, too")
  func shared() {
    let (clock, source) = (ManualClock(), Receiver<Int>.make())
    let shared = source.receiver.share(strategy: .untilHeard(upTo: 2), lingering: .seconds(1), clock: clock)
    let first = shared.take(count: 1).record()
    [1, 2, 3, 4].forEach(source.transmitter.broadcast)

    let (second, third) = (shared.record(), shared.record())

    #expect([first.values, second.values, third.values] == [[1], [3, 4], []])
  }

  // MARK: Owners

  private final class Owner: Sendable {
    @discardableResult
    func listen(to receiver: Receiver<Int>, _ heard: Heard<Int>) -> Disposable {
      receiver.listen(with: self) { _, value in heard.append(value) }
    }
  }

  @Test("a listener whose owner is gone does not take a value")
  func ownerIsGone() {
    OwnedListeners.shared.withoutSweeps {
      let heard = Heard<Int>()
      let listening = Owner().listen(to: receiver, heard)
      transmitter.broadcast(1)

      #expect(listening.isDisposed && heard.values == [] && receiver.replayed == [1])
    }
  }

  @Test("a listener whose owner goes before it has joined does not take a value")
  func ownerGoesBefore() {
    [1, 2].forEach(transmitter.broadcast)
    let heard = Heard<Int>()
    receiver.take(count: 1).listen { _ in Owner().listen(to: receiver, heard) }

    #expect([heard.values, receiver.replayed] == [[], [2]])
  }

  @Test("an owner that is released while a value is on its way hears it", arguments: [true, false])
  func ownerGoesMeanwhile(isKept: Bool) {
    let (owner, heard) = (Box(Owner()), Heard<Int>())
    if isKept { transmitter.broadcast(1) }
    let releasing = receiver.map { value in
      owner.content = nil
      return value
    }
    owner.content?.listen(to: releasing, heard)
    if !isKept { transmitter.broadcast(1) }

    #expect([heard.values, receiver.replayed] == [[1], []])
  }

  @Test("on the main actor, a listener whose owner is gone does not take a value")
  @MainActor func ownerOnMainActorIsGone() {
    final class Screen {
      @MainActor func listen(to receiver: Receiver<Int>) {
        receiver.listen(with: self) { _, value in Issue.record("hears \(value)") }
      }
    }
    Screen().listen(to: receiver)
    transmitter.broadcast(1)

    #expect(receiver.replayed == [1])
  }

  @Test("a listener on another actor has heard what waits there")
  @MainActor func waiting() {
    let listening = receiver.listen { value in
      MainActor.assertIsolated()
      Issue.record("hears \(value)")
    }
    onAnotherThread { [transmitter] in transmitter.broadcast(1) }
    listening.dispose()

    #expect(receiver.replayed == [])
  }
}
