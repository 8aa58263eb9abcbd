import Airwave
import TestSupport
import Testing

/// Contract 2 on an actor: the order of values, and the order of listeners.
@Suite("Contract 2: one order on an actor", .inTurn)
struct Contract02ActorOrderTests {
  private struct Call: Equatable, Sendable {
    let listener: Int
    let value: Int
  }

  /// The expected calls: each value is heard by three listeners before the next value.
  private func calls(_ values: ClosedRange<Int>) -> [Call] {
    values.flatMap { value in (1...3).map { Call(listener: $0, value: value) } }
  }

  @MainActor
  @Test(
    "each value reaches all listeners of the main actor before the next one, wherever it is broadcast",
    arguments: everyStrategy
  )
  func mainActor(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    var log: [Call] = []
    receiver.listen { log.append(Call(listener: 1, value: $0)) }
    receiver.map { $0 }.handleEvents().listen { log.append(Call(listener: 2, value: $0)) }
    receiver.filter { _ in true }.listen { log.append(Call(listener: 3, value: $0)) }

    // This test occupies the main actor, so that these values wait. The broadcast on the main actor takes up to 64
    // turns however long that takes, and here there are 63.
    onAnotherThread { (1...20).forEach(transmitter.broadcast) }
    #expect(log == [])
    transmitter.broadcast(21)
    #expect(log == calls(1...21))

    onAnotherThread { (22...200).forEach(transmitter.broadcast) }
    await until { log.count == 600 }
    #expect(log == calls(1...200))
  }

  @MainActor
  @Test("a value that a listener broadcasts reaches all listeners of the main actor after the present one")
  func fromInside() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    var log: [Call] = []
    for listener in 1...3 {
      receiver.listen { value in
        log.append(Call(listener: listener, value: value))
        if listener == 1, value < 100 { transmitter.broadcast(value + 1) }
      }
    }

    onAnotherThread { transmitter.broadcast(1) }
    await until { log.count == 300 }
    #expect(log == calls(1...100))
    log = []
    transmitter.broadcast(1)
    #expect(log == calls(1...100))
  }

  @MainActor
  @Test("each value reaches all listeners of a shared receiver on the main actor before the next one")
  func shared() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share()
    var log: [Call] = []
    for listener in 1...3 { shared.listen { log.append(Call(listener: listener, value: $0)) } }

    onAnotherThread { (1...100).forEach(transmitter.broadcast) }
    await until { log.count == 300 }
    #expect(log == calls(1...100))
  }

  @MainActor
  @Test("a listener that ends on the main actor leaves the others their waiting values")
  func endsBefore() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    var heard: [Int] = []
    receiver.take(count: 1).listen { heard.append(-$0) }
    receiver.listen { heard.append($0) }
    transmitter.broadcast(1)
    onAnotherThread { transmitter.broadcast(2) }
    await until { heard.count == 3 }

    #expect(heard == [-1, 1, 2])
  }

  private actor Listener {
    private(set) var log: [Call] = []
    nonisolated let callCount = Tally()

    func listen(to receiver: Receiver<Int>) {
      receiver.listen { self.note(1, $0) }
      receiver.map { $0 }.listen { self.note(2, $0) }
      receiver.listen(with: self) { listener, value in listener.note(3, value) }
    }

    private func note(_ listener: Int, _ value: Int) {
      log.append(Call(listener: listener, value: value))
      callCount.add()
    }
  }

  @Test("each value reaches all listeners of an actor before the next one")
  func actor() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let listener = Listener()
    await listener.listen(to: receiver)
    await onThreads(1) { _ in (1...10_000).forEach(transmitter.broadcast) }
    await until { listener.callCount.count >= 30_000 }

    #expect(await listener.log == calls(1...10_000))
  }

  private actor Follower {
    func follow(_ receiver: Receiver<Int>, _ heard: Heard<Int>) {
      receiver.listen(with: self) { _, value in heard.append(value) }
    }
  }

  @Test("an actor hears, also at the address of a released actor that has listened")
  func followers() async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    for round in 1...100 {
      await Follower().follow(receiver, Heard())
      let follower = Follower()
      await follower.follow(receiver, heard)
      transmitter.broadcast(round)
      await until { heard.values.last == round }
      guard heard.values.last == round else { break }
    }

    #expect(heard.values.last == 100)
  }
}
