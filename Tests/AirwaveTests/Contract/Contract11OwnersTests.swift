import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Contract 11: isolation of actors and owners", .inTurn)
struct Contract11OwnersTests {
  @Test("an actor's listener hears all values in order, then the end, on the actor", arguments: everyStrategy)
  func actor(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [0, 1].forEach(transmitter.broadcast)
    let (order, listener) = (receiver.record(), ActorListener())
    await listener.listen(to: receiver)

    await onThreads(2) { thread in for value in 0..<500 { transmitter.broadcast(2 + thread * 500 + value) } }
    transmitter.finish()
    await until { listener.heard.values.last == -1 }

    #expect(listener.heard.values == order.values + [-1])
  }

  @Test("an actor's listener that is disposed of on the actor is called no more", arguments: everyStrategy)
  func disposeOnActor(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (listener, other) = (ActorListener(), ActorListener())
    await listener.listenUntilDisposed(to: receiver, sending: [1, 2, 3], with: transmitter)
    await other.listen(to: receiver)

    transmitter.finish()
    await until { other.heard.values.last == -1 }

    #expect(listener.heard.values == [])
  }

  @Test("onFinish follows its own isolation, after the last value", arguments: everyStrategy)
  func onFinish(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    // A listener without isolation whose `onFinish` is on the main actor, and the reverse.
    receiver.listen {
      log.append("a\($0)")
    } onFinish: { @MainActor in
      MainActor.preconditionIsolated()
      log.append("a end")
    }
    receiver.listen { @MainActor in
      MainActor.preconditionIsolated()
      log.append("b\($0)")
    } onFinish: {
      log.append("b end")
    }

    [1, 2].forEach(transmitter.broadcast)
    transmitter.finish()
    await until { log.values.count == 6 }

    #expect(log.values.filter { $0.hasPrefix("a") } == ["a1", "a2", "a end"])
    #expect(log.values.filter { $0.hasPrefix("b") } == ["b1", "b2", "b end"])
  }

  @Test("an actor's listener may have its end on the main actor", arguments: everyStrategy)
  func actorAndMainActor(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let listener = ActorListener()
    await listener.listenWithEndOnMainActor(to: receiver)
    [1, 2].forEach(transmitter.broadcast)
    transmitter.finish()
    await until { listener.heard.values.count == 3 }

    #expect(listener.heard.values == [1, 2, -1])
    #expect(receiver.listenerCount == 0)
  }

  @Test("an actor has its turn while values for it keep coming")
  func turns() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let listener = ActorListener()
    // Each value is answered with the next value, until the actor has a turn to stop this or the limit is reached.
    await listener.answer(receiver, with: transmitter, upTo: 100_000)
    transmitter.broadcast(1)
    await until { listener.heard.values.count > 0 }
    await listener.stopAnswering()
    let stopped = listener.heard.values.count

    #expect(stopped < 100_000)
  }

  @Test("an object without isolation listens where the broadcast is made until released", arguments: everyStrategy)
  func sendableOwner(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = Heard<Int>()
    var tokens: [Disposable] = []
    var before: [Bool] = []
    do {
      let owner = SendableOwner(heard)
      tokens.append(receiver.listen(with: owner) { owner, value in owner.hear(value) })
      tokens.append(receiver.listen(with: owner, SendableOwner.hear))
      withExtendedLifetime(owner) {
        transmitter.broadcast(1)
        before = tokens.map(\.isDisposed)
      }
    }
    transmitter.broadcast(2)

    #expect(heard.values == [1, 1])
    #expect(before == [false, false])
    #expect(tokens.map(\.isDisposed) == [true, true] && receiver.listenerCount == 0)
  }

  @Test("an object of the main actor listens there until it is released", arguments: everyStrategy)
  @MainActor func mainActorOwner(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = MainActorHeard()
    var tokens: [Disposable] = []
    do {
      let owner = MainActorOwner(heard)
      tokens.append(receiver.listen(with: owner) { owner, value in owner.hear(value) })
      tokens.append(receiver.listen(with: owner, MainActorOwner.hear))
      transmitter.broadcast(1)
      onAnotherThread { transmitter.broadcast(2) }
      await until { heard.values.count == 4 }
      withExtendedLifetime(owner) {}
    }
    onAnotherThread { transmitter.broadcast(3) }
    await until { tokens.allSatisfy(\.isDisposed) }

    #expect(heard.values.sorted() == [1, 1, 2, 2])
    #expect(tokens.map(\.isDisposed) == [true, true] && receiver.listenerCount == 0)
  }

  @Test("an actor listens on itself until it is released", arguments: everyStrategy)
  func actorOwner(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard: Heard<Int>
    let tokens: [Disposable]
    weak var gone: ActorListener?
    do {
      let owner = ActorListener()
      gone = owner
      heard = owner.heard
      tokens = (0..<2).map { _ in receiver.listen(with: owner) { owner, value in owner.hear(value) } }
      (0..<100).forEach(transmitter.broadcast)
      await until { heard.values.count == 200 }
      withExtendedLifetime(owner) {}
    }
    await until { gone == nil }
    transmitter.broadcast(100)
    await until { tokens.allSatisfy(\.isDisposed) }

    #expect(gone == nil)
    #expect(heard.values == (0..<100).flatMap { [$0, $0] })
    #expect(tokens.map(\.isDisposed) == [true, true] && receiver.listenerCount == 0)
  }

  private final class SendableOwner: Sendable {
    let heard: Heard<Int>

    init(_ heard: Heard<Int>) {
      self.heard = heard
    }

    func hear(_ value: Int) {
      heard.append(value)
    }
  }

  @MainActor
  private final class MainActorOwner {
    let heard: MainActorHeard

    init(_ heard: MainActorHeard) {
      self.heard = heard
    }

    func hear(_ value: Int) {
      heard.append(value)
    }
  }

  private actor ActorListener {
    let heard = Heard<Int>()
    private var answers = true

    func listen(to receiver: Receiver<Int>) {
      receiver.listen {
        self.hear($0)
      } onFinish: {
        self.hear(-1)
      }
    }

    func listenUntilDisposed(to receiver: Receiver<Int>, sending values: [Int], with transmitter: Transmitter<Int>) {
      let listening = receiver.listen {
        self.hear($0)
      } onFinish: {
        self.hear(-1)
      }
      values.forEach(transmitter.broadcast)
      listening.dispose()
    }

    func listenWithEndOnMainActor(to receiver: Receiver<Int>) {
      receiver.listen {
        self.hear($0)
      } onFinish: { @MainActor [heard] in
        MainActor.preconditionIsolated()
        heard.append(-1)
      }
    }

    func answer(_ receiver: Receiver<Int>, with transmitter: Transmitter<Int>, upTo last: Int) {
      receiver.listen { value in
        self.hear(value)
        if self.answers, value < last { transmitter.broadcast(value + 1) }
      }
    }

    func stopAnswering() {
      answers = false
    }

    func hear(_ value: Int) {
      preconditionIsolated()
      heard.append(value)
    }
  }
}
