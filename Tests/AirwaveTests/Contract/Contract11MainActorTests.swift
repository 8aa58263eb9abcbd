import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Contract 11: isolation on the main actor", .inTurn)
@MainActor
struct Contract11MainActorTests {
  @Test("a listener hears at once what is broadcast on the main actor, replay included", arguments: everyStrategy)
  func fromMain(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    var heard: [Int] = []
    transmitter.broadcast(1)
    receiver.listen { heard.append($0) }
    transmitter.broadcast(2)

    #expect(heard == strategy.replayed(of: [1]) + [2])
  }

  @Test("a listener hears in order what is broadcast on another thread", arguments: everyStrategy)
  func fromAnotherThread(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = MainActorHeard()
    receiver.listen {
      heard.append($0)
    } onFinish: {
      heard.append(-1)
    }

    onAnotherThread {
      (0..<1_000).forEach(transmitter.broadcast)
      transmitter.finish()
    }
    let atOnce = heard.values
    await until { heard.values.last == -1 }

    // This test occupies the main actor until it waits.
    #expect(atOnce == [])
    #expect(heard.values == Array(0..<1_000) + [-1])
  }

  @Test("a listener hears values from everywhere in the order in which all hear them", arguments: everyStrategy)
  func mixed(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = MainActorHeard()
    let order = receiver.record()
    receiver.listen { heard.append($0) }
    var atOnce: [Bool] = []

    for round in 0..<100 {
      onAnotherThread { transmitter.broadcast(round * 2) }
      if round.isMultiple(of: 7) { await Task.yield() }
      // Waiting values are heard before the value that is broadcast here, and all of them before the broadcast returns.
      transmitter.broadcast(round * 2 + 1)
      atOnce.append(heard.values == Array(0...(round * 2 + 1)))
    }

    #expect(heard.values == order.values)
    #expect(atOnce == Array(repeating: true, count: 100))
  }

  @Test("a replay on another thread waits for the main actor, also after a delivery there")
  func replayElsewhere() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let heard = MainActorHeard()
    receiver.listen { _ in heard.append(0) }
    transmitter.broadcast(1)
    let handle: @MainActor @Sendable (Int) -> Void = { heard.append($0) }

    onAnotherThread { receiver.listen(to: handle) }
    // This test occupies the main actor until it waits.
    #expect(heard.values == [0])
    await until { heard.values == [0, 1] }
  }

  @Test("a listener hears all in one order while threads and the main actor broadcast", arguments: everyStrategy)
  func concurrent(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = MainActorHeard()
    let order = receiver.record()
    receiver.listen { heard.append($0) }

    async let sent: Void = broadcast(0..<500, with: transmitter)
    for value in 500..<1_000 {
      transmitter.broadcast(value)
      if value.isMultiple(of: 10) { await Task.yield() }
    }
    await sent
    await until { heard.values.count == 1_000 }

    #expect(heard.values == order.values)
    #expect(heard.values.sorted() == Array(0..<1_000))
  }

  @Test("disposing on the main actor takes effect at once, whatever waits", arguments: everyStrategy)
  func dispose(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (doomed, itself, other) = (MainActorHeard(), MainActorHeard(), MainActorHeard())
    let listening = receiver.listen {
      doomed.append($0)
    } onFinish: {
      doomed.append(-1)
    }
    let token = Box<Disposable>()
    token.content = receiver.listen { value in
      itself.append(value)
      if value == 2 { token.content?.dispose() }
    }
    receiver.listen {
      other.append($0)
    } onFinish: {
      other.append(-1)
    }
    onAnotherThread {
      (1...3).forEach(transmitter.broadcast)
      transmitter.finish()
    }

    listening.dispose()
    await until { other.values.count == 4 }

    #expect([doomed.values, itself.values, other.values] == [[], [1, 2], [1, 2, 3, -1]])
  }

  @Test("a listener that an operator disposes of does not hear the present value", arguments: everyStrategy)
  func disposedOnTheWay(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = MainActorHeard()
    let token = Box<Disposable>()
    let ending = receiver.map { value in
      if value == 2 { token.content?.dispose() }
      return value
    }
    token.content = ending.listen { heard.append($0) }
    [1, 2, 3].forEach(transmitter.broadcast)

    #expect(heard.values == [1])
  }

  @Test("the end comes after the waiting values, also when it comes on the main actor", arguments: everyStrategy)
  func finishBehindWaiting(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = MainActorHeard()
    receiver.listen {
      heard.append($0)
    } onFinish: {
      heard.append(-1)
    }
    onAnotherThread { (1...3).forEach(transmitter.broadcast) }
    let atOnce = heard.values
    transmitter.finish()

    // `finish()` is no broadcast: it runs nothing that another thread has sent.
    #expect(atOnce == [] && heard.values == [])
    await until { heard.values.count == 4 }
    #expect(heard.values == [1, 2, 3, -1])
  }

  @Test("the captures of a listener are released at once when it ends on an idle pair", arguments: everyStrategy)
  func released(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    weak var disposed: Witness?
    weak var finished: Witness?
    do {
      let captured = (Witness(), Witness())
      (disposed, finished) = captured
      let listening = receiver.listen { @MainActor [captured = captured.0] _ in withExtendedLifetime(captured) {} }
      receiver.listen { @MainActor [captured = captured.1] _ in withExtendedLifetime(captured) {} }
      transmitter.broadcast(1)
      listening.dispose()
    }
    let wasReleased = disposed == nil
    transmitter.finish()

    #expect(wasReleased)
    #expect(finished == nil)
  }

  @Test(
    "onFinish is called once, after the last value, at once when the end comes on the main actor",
    arguments: everyStrategy
  )
  func finish(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (all, taken) = (MainActorHeard(), MainActorHeard())
    receiver.listen {
      all.append($0)
    } onFinish: {
      all.append(-1)
    }
    receiver.take(count: 2).take(count: 2).listen {
      taken.append($0)
    } onFinish: {
      taken.append(-1)
    }

    (1...3).forEach(transmitter.broadcast)
    transmitter.finish()
    transmitter.finish()

    #expect([all.values, taken.values] == [[1, 2, 3, -1], [1, 2, -1]])
  }

  @Test("a closure without isolation runs where the broadcast is made", arguments: everyStrategy)
  func nonisolatedListener(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Self.recordAnywhere(receiver)
    onAnotherThread { transmitter.broadcast(1) }

    // The value did not wait for the main actor, which this test occupies.
    #expect(heard.values == [1])
  }

  private nonisolated static func recordAnywhere(_ receiver: Receiver<Int>) -> Recorder<Int> {
    receiver.record()
  }

  @concurrent private nonisolated func broadcast(_ values: Range<Int>, with transmitter: Transmitter<Int>) async {
    for value in values {
      transmitter.broadcast(value)
      if value.isMultiple(of: 10) { await Task.yield() }
    }
  }
}

/// The values that a listener on the main actor has heard. Traps if it is used elsewhere.
@MainActor
final class MainActorHeard {
  private(set) var values: [Int] = []

  func append(_ value: Int) {
    MainActor.preconditionIsolated()
    values.append(value)
  }
}
