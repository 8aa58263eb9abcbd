#if canImport(Combine) || OpenCombine
import Airwave
import AirwaveCombine
import Dispatch
import TestSupport
import Testing

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

@Suite("Receiver.publisher, by the rules of Combine", .inTurn)
struct PublisherRulesTests {
  @MainActor
  @Test("moved to the main queue, it is heard by main-actor code wherever the broadcast is made")
  func mainActor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    var heard: [Int] = []
    let subscription = receiver.receive(on: .main).publisher.sink { heard.append($0) }
    onAnotherThread { [1, 2].forEach(transmitter.broadcast) }
    await until { heard.count == 2 }

    #expect(heard == [1, 2])
    withExtendedLifetime(subscription) {}
  }

  @MainActor
  @Test(
    "of the main actor, calls main-actor code there, wherever it is told of values, demand and the end",
    arguments: [false, true]
  )
  func onMainActor(removing: Bool) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(0)
    let model = Model()
    let subscription = receiver.publisher(on: MainActor.shared).assign(to: \.number, on: model)
    let completion = Heard<Int>()
    let other = receiver.publisher(on: MainActor.shared).sink { _ in
      MainActor.assertIsolated()
      completion.append(model.numbers.count)
    } receiveValue: { _ in
      MainActor.assertIsolated()
    }
    let atOnce = model.numbers
    transmitter.broadcast(1)
    let afterBroadcast = model.numbers
    onAnotherThread {
      [2, 3].forEach(transmitter.broadcast)
      if removing { transmitter.removeAllListeners() } else { transmitter.finish() }
    }
    let elsewhere = model.numbers
    await until { completion.values.count == 1 }

    #expect([atOnce, afterBroadcast, elsewhere] == [[0], [0, 1], [0, 1]])
    #expect(model.numbers == (removing ? [0, 1] : [0, 1, 2, 3]))
    #expect(receiver.listenerCount == 0)
    withExtendedLifetime((subscription, other)) {}
  }

  @MainActor
  @Test("of the main actor, hands kept values over there when they are requested elsewhere, and stops when cancelled")
  func requestedElsewhere() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let isHere = Heard<Bool>()
    let probe = Probe(onValue: { probe, value in
      MainActor.assertIsolated()
      isHere.append(true)
      if value == 2 { probe.cancel() }
      return .none
    })
    let publisher = receiver.publisher(on: MainActor.shared, buffering: .newest(2))
    publisher.subscribe(probe)
    [0, 1, 2].forEach(transmitter.broadcast)
    onAnotherThread { probe.request(.unlimited) }
    let before = probe.values
    await until { receiver.listenerCount == 0 }
    transmitter.broadcast(3)

    #expect(before == [])
    #expect(probe.values == [1, 2])
    #expect(publisher.droppedCount == 1)
  }

  #if os(Linux) || os(macOS)
  @Test("otherwise a broadcast made elsewhere stops the program")
  func mainActorElsewhere() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let (transmitter, receiver) = Receiver<Int>.make()
      var heard: [Int] = []
      let subscription = receiver.publisher.sink { heard.append($0) }
      transmitter.broadcast(1)
      withExtendedLifetime(subscription) {}
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      let (transmitter, receiver) = Receiver<Int>.make()
      var heard: [Int] = []
      let subscription = receiver.publisher.sink { heard.append($0) }
      onAnotherThread { transmitter.broadcast(1) }
      withExtendedLifetime(subscription) {}
    }
  }
  #endif

  @Test("gives the subscription first, and no value before demand", arguments: everyStrategy)
  func noValueBeforeDemand(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)
    let probe = Probe()
    receiver.publisher.subscribe(probe)
    transmitter.broadcast(4)

    #expect(probe.events == [.subscription])
    #expect(receiver.listenerCount == 1)
    probe.request(.unlimited)
    transmitter.broadcast(5)
    #expect(probe.events == (strategy.replayed(of: [1, 2, 3]) + [4, 5]).told())
  }

  @Test("hands over exactly what was asked for, at once or when it comes")
  func exactDemand() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let probe = Probe(asking: .max(2))
    receiver.publisher.subscribe(probe)
    var heard: [[Int]] = []
    for value in 1...5 {
      transmitter.broadcast(value)
      heard.append(probe.values)
    }
    for demand in [.max(1), .none, .max(4), .unlimited] as [Subscribers.Demand] {
      probe.request(demand)
      heard.append(probe.values)
    }
    for value in 6...9 {
      transmitter.broadcast(value)
      heard.append(probe.values)
    }

    let counts = [1, 2, 2, 2, 2, 3, 3, 5, 5, 6, 7, 8, 9]
    #expect(heard == counts.map { Array(1...$0) })
  }

  @Test("adds the demand that a value is answered with")
  func answeredDemand() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let probe = Probe(asking: .max(1)) { _, value in value <= 2 ? .max(2) : .none }
    receiver.publisher.subscribe(probe)
    (1...9).forEach(transmitter.broadcast)

    #expect(probe.events == [1, 2, 3, 4, 5].told())
  }

  @Test("a burst of 10,000 is taken one at a time, from inside, without recursion", arguments: [true, false])
  func oneAtATime(byAnswer: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let probe = Probe { probe, _ in
      if byAnswer { return .max(1) }
      probe.request(.max(1))
      return .none
    }
    receiver.publisher.subscribe(probe)
    (1...10_000).forEach(transmitter.broadcast)
    transmitter.finish()
    #expect(probe.values == [])
    probe.request(.max(1))

    #expect(probe.events == Array(1...10_000).told(ending: true))
    #expect(probe.overlapCount == 0)
  }

  @Test("a replay of 10,000 is taken one at a time by a subscriber that asks late")
  func replayOneAtATime() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    (1...10_000).forEach(transmitter.broadcast)
    let probe = Probe()
    receiver.publisher.subscribe(probe)
    for count in 1...10_000 {
      probe.request(.max(1))
      #expect(probe.events.last == .value(count))
    }
    #expect(probe.events == Array(1...10_000).told())
  }

  @Test("asks and broadcasts from inside are served in order, not inside", arguments: everyStrategy)
  func reentrant(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let probe = Probe(asking: .max(1)) { probe, value in
      if value < 100 {
        transmitter.broadcast(value * 2)
        probe.request(.max(1))
        transmitter.broadcast(value * 2 + 1)
      }
      return .max(1)
    }
    receiver.publisher.subscribe(probe)
    transmitter.broadcast(1)

    #expect(probe.values == Array(1...199))
    #expect(probe.overlapCount == 0)
  }

  @Test("stops at once when it is cancelled from inside, by a value or a replayed one", arguments: everyStrategy)
  func cancelInside(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let replayed = strategy.replayed(of: [1, 2, 3])
    [1, 2, 3].forEach(transmitter.broadcast)
    let probe = Probe(asking: .unlimited) { probe, _ in
      if probe.values.count == 2 { probe.cancel() }
      return .unlimited
    }
    receiver.publisher.subscribe(probe)
    [4, 5, 6].forEach(transmitter.broadcast)
    transmitter.finish()
    probe.request(.unlimited)

    #expect(probe.events == Array((replayed + [4, 5, 6]).prefix(2)).told())
    #expect(receiver.listenerCount == 0)
  }

  @Test("stops when it is cancelled between values that are kept, and forgets them")
  func cancelBetween() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let probe = Probe(asking: .max(1))
    receiver.publisher.subscribe(probe)
    (1...5).forEach(transmitter.broadcast)
    probe.cancel()
    probe.cancel()
    probe.request(.max(3))
    transmitter.broadcast(6)
    transmitter.finish()

    #expect(probe.events == [1].told())
    #expect(receiver.listenerCount == 0)
  }

  @Test("never listens if it is cancelled before it may", arguments: everyStrategy)
  func cancelAtOnce(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    transmitter.broadcast(1)
    let listened = Tally()
    var events: [Int] = []
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { subscription in
        subscription.request(.unlimited)
        subscription.cancel()
      },
      receiveValue: { value in
        events.append(value)
        return .unlimited
      },
      receiveCompletion: { _ in events.append(-1) }
    )
    receiver.handleEvents(onListen: { listened.add() }).publisher.subscribe(subscriber)
    transmitter.broadcast(2)
    transmitter.finish()

    #expect(events == [])
    #expect(listened.count == 0)
    #expect(receiver.listenerCount == 0)
  }
}

@MainActor
private final class Model {
  private(set) var numbers: [Int] = []
  var number = -1 { didSet { numbers.append(number) } }
}
#endif
