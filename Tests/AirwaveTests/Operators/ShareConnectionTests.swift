import Airwave
import TestSupport
import Testing

@Suite("Receiver.share: connections", .inTurn)
struct ShareConnectionTests {
  @MainActor
  @Test("a late listener that ends while the others leave still hears its last value and the end")
  func latecomer() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share(strategy: .warm(upTo: 1))
    let first = shared.listen { _ in }
    transmitter.broadcast(1)
    let leaving = shared.map { value in
      first.dispose()
      return value
    }
    let heard = Heard<Int>()
    // The listener joins on another thread, so that the replayed value and the end wait for the main actor.
    onAnotherThread {
      leaving.take(count: 1).listen { @MainActor value in
        heard.append(value)
      } onFinish: { @MainActor in
        heard.append(0)
      }
    }
    #expect(shared.listenerCount == 0 && heard.values == [])
    await until { heard.values.count == 2 }

    #expect(heard.values == [1, 0])
  }

  @Test("a connection does not keep its source alive: it ends when that is released", arguments: everyStrategy)
  func sourceReleased(strategy: ReplayStrategy) {
    let heard = Heard<String>()
    weak var released: Document?
    do {
      let document = Variable(Document())
      released = document.value
      let title = document.receiver.map { $0.title.receiver }.switchToLatest().share(strategy: strategy)
      for name in ["a", "b"] {
        title.listen {
          heard.append("\(name) \($0)")
        } onFinish: {
          heard.append("\(name) ends")
        }
      }
      document.value.title.value = "final"
    }

    let replayed = strategy.replayed(of: ["draft"]).map { "b \($0)" }
    #expect(released == nil)
    #expect(heard.values == ["a draft"] + replayed + ["a final", "b final", "a ends", "b ends"])
  }

  @Test("a share of a share is released with its source")
  func sourceOfTwoReleased() {
    let ends = Tally()
    weak var released: Document?
    do {
      let document = Variable(Document())
      released = document.value
      let title = document.receiver.share().map { $0.title.receiver }.switchToLatest().share()
      title.listen { _ in
      } onFinish: {
        ends.add()
      }
    }

    #expect(released == nil && ends.count == 1)
  }

  @Test("nothing is left behind when no source can send, and nobody can join", arguments: everyStrategy)
  func silent(strategy: ReplayStrategy) {
    weak var witness: Witness?
    weak var listening: Disposable?
    let heard = Heard<String>()
    do {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
      let shared = receiver.merge(with: .never).handleEvents(
        onListen: { heard.append("begin") },
        onDispose: { heard.append("end") }
      ).share(strategy: strategy)
      let captured = Witness()
      witness = captured
      listening = shared.listen { value in
        // The second value waits behind the first one.
        if value == 1 { transmitter.broadcast(2) }
        withExtendedLifetime(captured) { heard.append("\(value)") }
      }
      transmitter.broadcast(1)
      transmitter.finish()
      // The connection keeps what it replays, although no value can follow.
      shared.listen { heard.append("late \($0)") }
      #expect(witness != nil && listening != nil && shared.listenerCount == 2)
    }

    let late = strategy.replayed(of: [1, 2]).map { "late \($0)" }
    #expect(heard.values == ["begin", "1", "2"] + late + ["end"])
    #expect(witness == nil && listening == nil)
  }

  @Test("a listener that was released is disposed of without a trace")
  func disposedAfterRelease() {
    let heard = Heard<String>()
    weak var witness: Witness?
    let listening: Disposable
    do {
      let captured = Witness()
      witness = captured
      listening = Receiver<Int>.never.handleEvents(onDispose: { heard.append("end") }).share().listen { _ in
        withExtendedLifetime(captured) {}
      } onFinish: {
        heard.append("finished")
      }
    }
    #expect(witness == nil && !listening.isDisposed)
    listening.dispose()

    #expect(listening.isDisposed && heard.values == ["end"])
  }

  @Test("no value is kept when nobody can join, although the disposable of a listener is", arguments: everyStrategy)
  func keptDisposable(strategy: ReplayStrategy) {
    weak var value: Witness?
    let listening = {
      let (transmitter, receiver) = Receiver<Witness>.make()
      let shared = receiver.merge(with: .never).share(strategy: strategy)
      let listening = shared.listen { _ in }
      let sent = Witness()
      value = sent
      transmitter.broadcast(sent)
      return listening
    }()

    #expect(value == nil && !listening.isDisposed)
  }

  @Test("a listener stays as one that shares nothing, although nobody holds the receivers", arguments: everyOperator)
  func lifetime(each: Operator) {
    let pairs = (0..<2).map { _ in Receiver<Int>.make() }
    weak var alone: Witness?
    weak var sharing: Witness?
    do {
      let receiver = each.derive(.init(first: pairs[0].receiver, second: pairs[1].receiver, number: 1))
      let witnesses = [Witness(), Witness()]
      (alone, sharing) = (witnesses[0], witnesses[1])
      receiver.listen { [witness = witnesses[0]] _ in withExtendedLifetime(witness) {} }
      receiver.share().listen { [witness = witnesses[1]] _ in withExtendedLifetime(witness) {} }
    }
    #expect((alone == nil) == (sharing == nil))
    pairs.forEach { $0.transmitter.broadcast(1) }

    #expect((alone == nil) == (sharing == nil))
  }

  @Test("a listener that joins again from inside the end gets a new connection", arguments: everyStrategy)
  func anewInsideEnd(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.take(count: 1).share(strategy: strategy)
    let heard = Heard<String>()
    for name in ["a", "b", "c"] {
      shared.listen {
        heard.append("\(name)\($0)")
      } onFinish: {
        // At this time the other listeners have not heard the end yet, or still listen to the former connection.
        if name != "c" { shared.listen { heard.append("\(name)\($0)") } }
      }
    }
    [1, 2, 3].forEach(transmitter.broadcast)

    #expect(heard.values == ["a1", "b1", "c1", "a2", "b2"])
    #expect([receiver.listenerCount, shared.listenerCount] == [0, 0])
  }

  @Test("listeners that join again at each end hear each value once", arguments: everyStrategy)
  func anewAtEachEnd(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let repeating = Repeating(receiver.take(count: 1).share(strategy: strategy), limit: 20)
    ["a", "b"].forEach(repeating.listen)
    (1...3).forEach(transmitter.broadcast)

    #expect(repeating.heard.values == (1...3).flatMap { ["a\($0)", "b\($0)"] })
    #expect(receiver.listenerCount == 1)
  }

  @Test("from inside the end, the replay is that of a new connection", arguments: everyStrategy)
  func replayedInsideEnd(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let shared = receiver.map { $0 * 10 }.share(strategy: strategy)
    let replayed = Heard<[Int]>()
    for _ in 0..<2 {
      shared.listen { _ in
      } onFinish: {
        replayed.append(shared.replayed)
      }
    }
    [1, 2, 3].forEach(transmitter.broadcast)
    transmitter.finish()

    #expect(replayed.values == [[30], [30]])
  }

  @Test("one that joins while the connection is being made hears what comes when it is made", arguments: everyStrategy)
  func joinWhileConnecting(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (first, second) = (Heard<Int>(), Heard<Int>())
    let shared = Box<Receiver<Int>>()
    let connecting = receiver.handleEvents(onListen: {
      onAnotherThread {
        shared.content?.listen { second.append($0) }
        transmitter.broadcast(1)
      }
    })
    shared.content = connecting.share()
    shared.content?.listen { first.append($0) }
    transmitter.broadcast(2)

    // The connection is made after the first value, and hears that value only if the source replays it.
    let expected = strategy.replayed(of: [1]) + [2]
    #expect([first.values, second.values] == [expected, expected])
  }

  @Test("one that joins before a removal is performed is removed with its connection", arguments: everyStrategy)
  func joinBeforeRemoval(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share(strategy: strategy)
    let (late, heard) = (Box<Disposable>(), Heard<Int>())
    shared.listen { _ in
      transmitter.removeAllListeners()
      late.content = shared.listen { heard.append($0) }
    }
    transmitter.broadcast(1)
    let anew = shared.map { $0 * 10 }.listen { heard.append($0) }
    transmitter.broadcast(2)

    #expect(late.content?.isDisposed == true && !anew.isDisposed)
    #expect(heard.values == strategy.replayed(of: [1]) + [20])
    #expect([receiver.listenerCount, shared.listenerCount] == [1, 1])
  }
}

/// An object whose variable a receiver of documents switches to.
private final class Document: Sendable {
  let title = Variable("draft")
}

/// Listens again at each end, a limited number of times.
private final class Repeating: Sendable {
  let heard = Heard<String>()
  private let receiver: Receiver<Int>
  private let remaining: Countdown

  init(_ receiver: Receiver<Int>, limit: Int) {
    self.receiver = receiver
    remaining = Countdown(limit)
  }

  @Sendable func listen(as name: String) {
    if remaining.countDown() < 0 { return }
    receiver.listen { [heard] in
      heard.append("\(name)\($0)")
    } onFinish: {
      self.listen(as: name)
    }
  }
}
