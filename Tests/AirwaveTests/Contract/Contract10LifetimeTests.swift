import Airwave
import TestSupport
import Testing

@Suite("Contract 10: lifetime")
struct Contract10LifetimeTests {
  @Test(
    "a closure and what it captured are gone at once when it ends",
    arguments: everyStrategy,
    ListenerEnding.allCases
  )
  func released(strategy: ReplayStrategy, ending: ListenerEnding) {
    let ends = Ends(strategy)
    weak var witness: Witness?
    do {
      let captured = Witness()
      witness = captured
      ending.listenAndEnd(ends) { withExtendedLifetime(captured) {} }
    }

    #expect(witness == nil)
    withExtendedLifetime(ends) {}
  }

  @Test("a listener outlives its token, its receiver and its chain", arguments: everyStrategy)
  func lives(strategy: ReplayStrategy) {
    let heard = Heard<Int>()
    let transmitter: Transmitter<Int>
    do {
      let pair = Receiver<Int>.make(strategy: strategy)
      transmitter = pair.transmitter
      pair.receiver.map { $0 * 2 }.filter { $0 > 2 }.listen { heard.append($0) }
    }

    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == [4])
  }

  @Test("a weak reference to a receiver is valid while a copy of its transmitter lives", arguments: everyStrategy)
  func weakReceiver(strategy: ReplayStrategy) {
    weak var receiver: Receiver<Int>?
    var transmitters: [Transmitter<Int>] = []
    do {
      let pair = Receiver<Int>.make(strategy: strategy)
      transmitters = [pair.transmitter, pair.transmitter]
      receiver = pair.receiver
    }
    var isValid: [Bool] = []
    while !transmitters.isEmpty {
      isValid.append(receiver != nil)
      transmitters.removeLast()
    }
    isValid.append(receiver != nil)

    #expect(isValid == [true, true, false])
  }

  @Test("no receiver keeps a transmitter alive, a derived one neither", arguments: everyStrategy)
  func receiversKeepNoTransmitter(strategy: ReplayStrategy) {
    let ends = Ends(strategy)
    let receivers = [ends.receiver, ends.receiver.map { $0 }, ends.receiver.skip(count: 1).filter { $0 > 0 }]
    let log = Heard<String>()
    let tokens = receivers.map {
      $0.listen {
        log.append("\($0)")
      } onFinish: {
        log.append("end")
      }
    }

    ends.transmitter?.broadcast(1)
    ends.transmitter = nil

    #expect(log.values == ["1", "1", "end", "end", "end"])
    #expect(tokens.map(\.isDisposed) == [true, true, true])
    #expect(receivers.map(\.listenerCount) == [0, 0, 0])
  }

  @Test("there is no cycle: both ends and all listeners are released", arguments: everyStrategy)
  func noCycle(strategy: ReplayStrategy) {
    weak var receiver: Receiver<Int>?
    weak var derived: Receiver<Int>?
    weak var token: Disposable?
    weak var witness: Witness?
    do {
      let pair = Receiver<Int>.make(strategy: strategy)
      let view = pair.receiver.skipRepeats()
      let captured = Witness()
      let listening = view.listen { _ in
        withExtendedLifetime(captured) {}
      } onFinish: {
      }
      pair.transmitter.broadcast(1)
      (receiver, derived, token, witness) = (pair.receiver, view, listening, captured)
    }

    #expect(receiver == nil)
    #expect(derived == nil)
    #expect(token == nil)
    #expect(witness == nil)
  }
}
