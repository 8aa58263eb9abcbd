import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Contract 10: finishing", .inTurn)
struct Contract10FinishTests {
  @Test("onFinish finds the listening ended", arguments: everyStrategy, [true, false])
  func ended(strategy: ReplayStrategy, byOperator: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (token, seen) = (Box<Disposable>(), Heard<Bool>())
    token.content = (byOperator ? receiver.take(count: 1) : receiver).listen { _ in
    } onFinish: {
      seen.append(token.content?.isDisposed == true && receiver.listenerCount == 0)
    }
    transmitter.broadcast(1)
    transmitter.finish()

    #expect(seen.values == [true])
  }

  @Test("onFinish is called once, after the last value", arguments: everyStrategy, View.allCases)
  func once(strategy: ReplayStrategy, view: View) {
    let log = Heard<String>()
    let receiver: Receiver<Int>
    do {
      let pair = Receiver<Int>.make(strategy: strategy)
      receiver = pair.receiver
      pair.transmitter.broadcast(1)
      view.of(receiver).listen {
        log.append("\($0)")
      } onFinish: {
        log.append("end")
      }
      [2, 3, 4].forEach(pair.transmitter.broadcast)
      pair.transmitter.finish()
      pair.transmitter.broadcast(5)
      pair.transmitter.finish()
    }

    let heard = view.apply(strategy.replayed(of: [1]) + [2, 3, 4])
    #expect(log.values == heard.map { "\($0)" } + ["end"])
  }

  @Test("onFinish comes as soon as an operator is done", arguments: everyStrategy)
  func operatorDone(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    receiver.take(count: 2).listen {
      log.append("a\($0)")
    } onFinish: {
      log.append("a end")
    }
    receiver.take { $0 < 3 }.listen {
      log.append("b\($0)")
    } onFinish: {
      log.append("b end")
    }
    receiver.take(count: 0).listen {
      log.append("c\($0)")
    } onFinish: {
      log.append("c end")
    }

    [1, 2, 3].forEach(transmitter.broadcast)

    #expect(log.values == ["c end", "a1", "b1", "a2", "a end", "b2", "b end"])
    #expect(receiver.listenerCount == 0)
  }

  @Test("onFinish is not called after dispose, wherever that is", arguments: everyStrategy)
  func neverAfterDispose(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    let tokens = Box<[Disposable]>([])
    // The first listener that hears the end disposes of the second. The third listener disposes of itself in its last
    // value.
    for name in ["a", "b"] {
      let token = receiver.listen { _ in
      } onFinish: {
        log.append(name)
        tokens.content?.forEach { $0.dispose() }
      }
      tokens.content?.append(token)
    }
    let last = Box<Disposable>()
    last.content = receiver.take(count: 1).listen { _ in
      last.content?.dispose()
    } onFinish: {
      log.append("c")
    }
    receiver.listen { _ in
    } onFinish: {
      log.append("d")
    }.dispose()

    transmitter.broadcast(1)
    transmitter.finish()

    #expect(log.values == ["a"])
  }

  @Test("a listener of a finished pair hears the replay and then the end", arguments: everyStrategy, [true, false])
  func late(strategy: ReplayStrategy, explicitly: Bool) {
    let receiver: Receiver<Int>
    do {
      let pair = Receiver<Int>.make(strategy: strategy)
      receiver = pair.receiver
      [1, 2, 3].forEach(pair.transmitter.broadcast)
      if explicitly { pair.transmitter.finish() }
    }
    let log = Heard<String>()

    let tokens = ["a", "b"].map { name in
      receiver.listen {
        log.append("\(name)\($0)")
      } onFinish: {
        log.append("\(name) end")
      }
    }
    let doubled = receiver.map { $0 * 2 }.record()

    let replayed = strategy.replayed(of: [1, 2, 3])
    func expected(_ name: String) -> [String] { replayed.map { "\(name)\($0)" } + ["\(name) end"] }
    #expect(log.values == expected("a") + expected("b"))
    #expect(doubled.values == replayed.map { $0 * 2 })
    #expect(receiver.replayed == replayed)
    #expect(tokens.map(\.isDisposed) == [true, true] && receiver.listenerCount == 0)
  }

  @Test("a listener that joins from inside the end hears the replay and then the end", arguments: everyStrategy)
  func joinInsideEnd(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    receiver.listen { _ in
    } onFinish: {
      log.append("a end")
      transmitter.broadcast(2)
      receiver.listen {
        log.append("b\($0)")
      } onFinish: {
        log.append("b end")
      }
    }
    receiver.listen { _ in
    } onFinish: {
      log.append("c end")
    }
    transmitter.broadcast(1)

    transmitter.finish()

    let heard = strategy.replayed(of: [1]).map { "b\($0)" }
    #expect(log.values == ["a end", "c end"] + heard + ["b end"])
  }

  @Test("every listener hears one end when threads broadcast, join and finish", arguments: everyStrategy)
  func threads(strategy: ReplayStrategy) async {
    let (values, ends, joined) = (Heard<Heard<Int>>(), Tally(), Tally())
    for _ in 0..<20 {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      await onThreads(3) { thread in
        for value in 0..<20 {
          switch thread {
          case 0: transmitter.broadcast(value)
          case 1 where value == 10: transmitter.finish()
          default:
            let heard = Heard<Int>()
            values.append(heard)
            joined.add(1)
            receiver.listen {
              heard.append($0)
            } onFinish: {
              heard.append(-1); ends.add(1)
            }
          }
        }
      }
    }

    #expect(ends.count == joined.count)
    // No listener hears a value after the end.
    let wrong = values.values.map(\.values).filter { heard in heard.firstIndex(of: -1) != heard.count - 1 }
    #expect(wrong == [])
  }

  enum View: CaseIterable {
    case itself, mapped, taken, takenWhole, takenWhile, takenTwice, takenTwiceWhile

    func of(_ receiver: Receiver<Int>) -> Receiver<Int> {
      switch self {
      case .itself: receiver
      case .mapped: receiver.map { $0 * 2 }
      case .taken: receiver.take(count: 2)
      case .takenWhole: receiver.take(count: 10)
      case .takenWhile: receiver.take { $0 < 3 }
      case .takenTwice: receiver.take(count: 2).take(count: 2)
      case .takenTwiceWhile: receiver.take(count: 2).take { $0 < 3 }
      }
    }

    func apply(_ values: [Int]) -> [Int] {
      switch self {
      case .itself, .takenWhole: values
      case .mapped: values.map { $0 * 2 }
      case .taken, .takenTwice: Array(values.prefix(2))
      case .takenWhile: Array(values.prefix { $0 < 3 })
      case .takenTwiceWhile: Array(values.prefix(2).prefix { $0 < 3 })
      }
    }
  }
}
