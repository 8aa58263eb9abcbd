import Airwave
import Testing

@Suite("Contract 10: lifetime")
struct Contract10LifetimeTests {
  @Test("a closure and what it captured are gone at once when it ends", arguments: everyStrategy, Ending.allCases)
  func released(strategy: ReplayStrategy, ending: Ending) {
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

  @Test("there is no cycle: both ends and all listeners go", arguments: everyStrategy)
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

  enum Ending: CaseIterable {
    case dispose, disposeInside, disposeByOther, bag, scoped, removeAll
    case finish, finishInside, lastTransmitter, lastTransmitterInside, listenAfterFinish
    case take, takeInReplay, takeWhile, takeNothing, throughOperators, ownerGone

    func listenAndEnd(_ ends: Ends, _ captured: @escaping @Sendable () -> Void) {
      let receiver = ends.receiver
      let token = Box<Disposable>()
      switch self {
      case .dispose:
        token.content = receiver.listen { _ in captured() }
        token.content?.dispose()
      case .disposeInside:
        token.content = receiver.listen { _ in
          captured(); token.content?.dispose()
        }
        ends.transmitter?.broadcast(1)
      case .disposeByOther:
        receiver.listen { _ in token.content?.dispose() }
        token.content = receiver.listen { _ in captured() }
        ends.transmitter?.broadcast(1)
      case .bag:
        let bag = DisposeBag()
        receiver.listen { _ in captured() }.disposed(by: bag)
      case .scoped:
        _ = receiver.listen { _ in captured() }.scoped()
      case .removeAll:
        receiver.listen { _ in captured() }
        ends.transmitter?.removeAllListeners()
      case .finish:
        receiver.listen { _ in
          captured()
        } onFinish: {
          captured()
        }
        ends.transmitter?.finish()
      case .finishInside:
        receiver.listen { [weak ends] _ in
          captured(); ends?.transmitter?.finish()
        }
        ends.transmitter?.broadcast(1)
      case .lastTransmitter:
        receiver.listen { _ in
          captured()
        } onFinish: {
          captured()
        }
        ends.transmitter = nil
      case .lastTransmitterInside:
        receiver.listen { [weak ends] _ in
          captured(); ends?.transmitter = nil
        }
        ends.transmitter?.broadcast(1)
      case .listenAfterFinish:
        ends.transmitter?.broadcast(1)
        ends.transmitter?.finish()
        receiver.listen { _ in
          captured()
        } onFinish: {
          captured()
        }
      case .take:
        receiver.take(count: 1).listen { _ in
          captured()
        } onFinish: {
          captured()
        }
        ends.transmitter?.broadcast(1)
      case .takeInReplay:
        ends.transmitter?.broadcast(1)
        receiver.take(count: 1).listen { _ in
          captured()
        } onFinish: {
          captured()
        }
        if receiver.latest == nil { ends.transmitter?.broadcast(2) }
      case .takeWhile:
        receiver.take { $0 < 2 }.listen { _ in
          captured()
        } onFinish: {
          captured()
        }
        (1...2).forEach { ends.transmitter?.broadcast($0) }
      case .takeNothing:
        receiver.take(count: 0).listen { _ in
          captured()
        } onFinish: {
          captured()
        }
      case .throughOperators:
        receiver.map {
          captured(); return $0
        }.skipRepeats {
          captured(); return $0 == $1
        }.listen { _ in }.dispose()
      case .ownerGone:
        do {
          let owner = Witness()
          receiver.listen(with: owner) { _, _ in captured() }
        }
        ends.transmitter?.broadcast(1)
      }
    }
  }
}
