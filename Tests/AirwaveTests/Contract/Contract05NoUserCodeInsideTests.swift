import Airwave
import Synchronization
import TestSupport
import Testing

// A fault makes these tests hang: all user code uses the pair on its own thread and on another thread, and waits for
// both.

@Suite("Contract 5: no user code inside a critical section")
struct Contract05NoUserCodeInsideTests {
  @Test("== of values may do anything", arguments: everyStrategy)
  func equality(strategy: ReplayStrategy) async {
    let pair = LivelyPair(strategy)
    pair.receiver.skipRepeats().listen { _ in }
    pair.receiver.select(Lively(2)).listen { _ in }

    for id in 1...3 { pair.transmitter.broadcast(Lively(id, pair.use)) }

    await untilDrained()
    #expect(Set(pair.log.values).isSuperset(of: ["1 ==", "2 ==", "3 =="]))
  }

  @Test("hash(into:) of values may do anything", arguments: everyStrategy)
  func hash(strategy: ReplayStrategy) async {
    let pair = LivelyPair(strategy)
    pair.receiver.uniqueValues().listen { _ in }

    for id in 1...3 { pair.transmitter.broadcast(Lively(id, pair.use)) }

    await untilDrained()
    #expect(Set(pair.log.values).isSuperset(of: ["1 hash", "2 hash", "3 hash"]))
  }

  @Test("== and hash(into:) may do anything during the replay", arguments: everyStrategy)
  func duringReplay(strategy: ReplayStrategy) async {
    let (comparing, hashing) = (LivelyPair(strategy), LivelyPair(strategy))
    let values = [comparing, hashing].map { pair in (1...3).map { Lively($0, pair.use) } }
    values[0].forEach(comparing.transmitter.broadcast)
    values[1].forEach(hashing.transmitter.broadcast)

    comparing.receiver.select(Lively(0)).listen { _ in }
    hashing.receiver.uniqueValues().listen { _ in }

    let replayed = strategy.replayed(of: [1, 2, 3])
    await untilDrained()
    #expect(Set(comparing.log.values).isSuperset(of: replayed.map { "\($0) ==" }))
    #expect(Set(hashing.log.values).isSuperset(of: replayed.map { "\($0) hash" }))
    withExtendedLifetime(values) {}
  }

  @Test("the deinit of a value may do anything, wherever its last reference was", arguments: everyStrategy)
  func valueDeinit(strategy: ReplayStrategy) async {
    let pair = LivelyPair(strategy)
    pair.receiver.listen { _ in }
    // Values that are broadcast from inside the listener wait for their turn. One value is delivered directly.
    let sending = Box(pair.receiver.listen { _ in })
    sending.content = pair.receiver.listen { _ in
      sending.content?.dispose()
      for id in 1...3 { pair.transmitter.broadcast(Lively(id, pair.use)) }
    }
    pair.transmitter.broadcast(Lively(4, pair.use))

    await untilDrained()
    pair.transmitter.clearReplay()

    await untilDrained()
    #expect(pair.log.values.sorted() == ["1 deinit", "2 deinit", "3 deinit", "4 deinit"])
  }

  @Test("the deinit of an evicted value may do anything", arguments: [1, 2, 7])
  func evictedDeinit(limit: Int) async {
    let pair = LivelyPair(.warm(upTo: limit))

    // Broadcasts without a listener, then with one.
    for id in 1...10 { pair.transmitter.broadcast(Lively(id, pair.use)) }
    pair.receiver.listen { _ in }
    for id in 11...20 { pair.transmitter.broadcast(Lively(id, pair.use)) }
    await untilDrained()
    pair.transmitter.clearReplay()

    await untilDrained()
    #expect(Set(pair.log.values) == Set((1...20).map { "\($0) deinit" }))
  }

  @Test("the deinit of a value that an operator has kept may do anything", arguments: everyStrategy)
  func operatorDeinit(strategy: ReplayStrategy) async {
    let pair = LivelyPair(strategy)
    pair.receiver.skipRepeats { _, _ in false }.listen { _ in }
    pair.receiver.withPrevious().listen { _ in }
    pair.receiver.scan(Lively(0)) { $1 }.listen { _ in }

    for id in 1...3 { pair.transmitter.broadcast(Lively(id, pair.use)) }
    await untilDrained()
    pair.transmitter.clearReplay()
    pair.transmitter.removeAllListeners()

    await untilDrained()
    #expect(Set(pair.log.values) == ["1 deinit", "2 deinit", "3 deinit"])
  }

  @Test("the deinit of what a listener captured may do anything", arguments: everyStrategy, Ending.allCases)
  func capturedDeinit(strategy: ReplayStrategy, ending: Ending) async {
    let pair = LivelyPair(strategy)
    (1...3).forEach { pair.transmitter.broadcast(Lively($0)) }
    let others = (0..<3).map { _ in pair.receiver.listen { _ in } }

    ending.listenAndEnd(pair) { [witness = Witness { pair.use("captured") }] in
      withExtendedLifetime(witness) {}
    }
    // The pair still works.
    others.forEach { $0.dispose() }
    pair.transmitter.broadcast(Lively(4))

    await untilDrained()
    #expect(pair.log.values == ["captured"])
  }

  @Test("the deinit of an object that only a listener held may do anything", arguments: everyStrategy, 0..<3)
  func lastReference(strategy: ReplayStrategy, ending: Int) async {
    let pair = LivelyPair(strategy)
    let listening = pair.receiver.listen { [witness = Witness { pair.use("captured") }] _ in
      withExtendedLifetime(witness) {}
    }
    switch ending {
    case 0: listening.dispose()
    case 1: pair.transmitter.removeAllListeners()
    default: pair.transmitter.finish()
    }

    await untilDrained()
    #expect(pair.log.values == ["captured"])
  }

  @Test("an action of a disposable, and what it captured, may do anything", arguments: everyStrategy)
  func action(strategy: ReplayStrategy) async {
    let pair = LivelyPair(strategy)
    let bag = DisposeBag()
    Disposable { [witness = Witness { pair.use("captured") }] in
      withExtendedLifetime(witness) {
        pair.use("action")
        Disposable {}.disposed(by: bag)
        bag.dispose()
      }
    }
    .disposed(by: bag)

    bag.dispose()

    await untilDrained()
    #expect(pair.log.values == ["action", "captured"])
  }

  enum Ending: CaseIterable {
    case dispose, disposeInside, bag, removeAll, removeAllInside, finish, finishInside
    case take, takeDuringReplay, takeInside, disposeInsideDelivery

    func listenAndEnd(_ pair: LivelyPair, _ captured: @escaping @Sendable () -> Void) {
      let (transmitter, receiver) = (pair.transmitter, pair.receiver)
      let token = Box<Disposable>()
      switch self {
      case .dispose:
        receiver.listen { _ in captured() }.dispose()
      case .disposeInside:
        token.content = receiver.listen { _ in
          captured(); token.content?.dispose()
        }
        transmitter.broadcast(Lively(0))
        token.content?.dispose()
      case .disposeInsideDelivery:
        receiver.listen { _ in token.content?.dispose() }
        token.content = receiver.listen { _ in captured() }
        transmitter.broadcast(Lively(0))
      case .bag:
        let bag = DisposeBag()
        receiver.listen { _ in captured() }.disposed(by: bag)
      case .removeAll:
        receiver.listen { _ in captured() }
        transmitter.removeAllListeners()
      case .removeAllInside:
        receiver.listen { _ in
          captured(); transmitter.removeAllListeners()
        }
        transmitter.broadcast(Lively(0))
      case .finish:
        receiver.listen { _ in
          captured()
        } onFinish: {
          captured()
        }
        transmitter.finish()
      case .finishInside:
        receiver.listen { _ in
          captured(); transmitter.finish()
        }
        transmitter.broadcast(Lively(0))
      case .take:
        transmitter.clearReplay()
        receiver.take(count: 1).listen { _ in captured() }
        transmitter.broadcast(Lively(0))
      case .takeDuringReplay:
        receiver.take(count: 1).listen { _ in captured() }
        transmitter.broadcast(Lively(0))
      case .takeInside:
        receiver.take(count: 1).listen { _ in receiver.take(count: 1).listen { _ in captured() } }
        (0..<2).forEach { _ in transmitter.broadcast(Lively(0)) }
      }
    }
  }
}
