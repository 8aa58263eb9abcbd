import Airwave
import TestSupport
import Testing

@Suite("Contract 9: ending", .inTurn)
struct Contract09EndingTests {
  @Test("disposing any number of times ends one listener and no other", arguments: everyStrategy)
  func twice(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    let first = receiver.listen { log.append("a\($0)") }
    receiver.listen { log.append("b\($0)") }
    transmitter.broadcast(1)
    first.dispose()
    // Takes the slot that has become free.
    receiver.filter { $0 > 1 }.listen { log.append("c\($0)") }

    first.dispose()
    transmitter.broadcast(2)
    await onThreads(4) { _ in first.dispose() }
    transmitter.broadcast(3)

    #expect(log.values == ["a1", "b1", "b2", "c2", "b3", "c3"])
    #expect(first.isDisposed && receiver.listenerCount == 2)
  }

  @Test("a listener disposed inside a delivery is called no more", arguments: everyStrategy, ["a", "b", "c"])
  func inside(strategy: ReplayStrategy, ended: String) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    let tokens = Box<[String: Disposable]>([:])
    for name in ["a", "b", "c"] {
      tokens.content?[name] = receiver.listen { value in
        log.append("\(name)\(value)")
        // Ends itself, an earlier listener, or a listener that the delivery has not reached yet.
        if name == "b", value == 1 { tokens.content?[ended]?.dispose() }
      }
    }

    [1, 2].forEach(transmitter.broadcast)

    let others = ["a", "b", "c"].filter { $0 != ended }.map { "\($0)2" }
    #expect(log.values == (ended == "c" ? ["a1", "b1"] : ["a1", "b1", "c1"]) + others)
  }

  @Test("a listener disposed with a value queued behind does not hear it", arguments: everyStrategy, [-1, 0, 1])
  func queuedBehind(strategy: ReplayStrategy, position: Int) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (doomed, witness) = (Heard<Int>(), Heard<Int>())
    let token = Box<Disposable>()
    if position < 0 { token.content = receiver.listen { doomed.append($0) } }
    let acting = receiver.listen { value in
      witness.append(value)
      guard value == 1 else { return }
      [2, 3].forEach(transmitter.broadcast)
      token.content?.dispose()
      transmitter.broadcast(4)
    }
    if position == 0 { token.content = acting }
    if position > 0 { token.content = receiver.listen { doomed.append($0) } }

    transmitter.broadcast(1)

    #expect(witness.values == (position == 0 ? [1] : [1, 2, 3, 4]))
    #expect(doomed.values == (position < 0 ? [1] : []))
  }

  @Test("a listener disposed among queued requests hears nothing afterwards", arguments: everyStrategy)
  func amongRequests(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (doomed, all) = (Heard<Int>(), Heard<Int>())
    let token = Box<Disposable>()
    receiver.listen { if $0 == 1 { [2, 3].forEach(transmitter.broadcast) } }
    receiver.listen { if $0 == 2 { token.content?.dispose() } }
    token.content = receiver.listen { doomed.append($0) }
    receiver.listen { all.append($0) }

    transmitter.broadcast(1)

    #expect([doomed.values, all.values] == [[1], [1, 2, 3]])
  }

  @Test("a listener can end in its replay", arguments: everyStrategy)
  func insideReplay(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2, 3].forEach(transmitter.broadcast)
    let (joined, doomed) = (Heard<Int>(), Heard<Int>())
    receiver.listen { value in
      joined.append(value)
      guard joined.values.count == 1 else { return }
      // The listener is disposed of before it has joined.
      receiver.listen { doomed.append($0) }.dispose()
    }
    transmitter.broadcast(4)

    #expect([joined.values, doomed.values] == [strategy.replayed(of: [1, 2, 3]) + [4], []])
  }

  @Test("a bag that is released inside a listener ends its members at once", arguments: everyStrategy)
  func bagInside(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    let bag = Box(DisposeBag())
    for name in ["a", "b", "c"] {
      let listening = receiver.listen { value in
        log.append("\(name)\(value)")
        if name == "b" { bag.content = nil }
      }
      if let bag = bag.content { listening.disposed(by: bag) }
    }
    receiver.listen { log.append("d\($0)") }

    [1, 2].forEach(transmitter.broadcast)

    #expect(log.values == ["a1", "b1", "d1", "d2"])
  }

  @Test("a listener that ends and joins again hears the replay again", arguments: everyStrategy)
  func anew(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (first, second) = (Heard<Int>(), Heard<Int>())
    let token = Box<Disposable>()
    token.content = receiver.listen { value in
      first.append(value)
      token.content?.dispose()
      receiver.listen { second.append($0) }
    }

    [1, 2].forEach(transmitter.broadcast)

    #expect([first.values, second.values] == [[1], strategy.replayed(of: [1]) + [2]])
  }

  @Test(
    "removing all listeners inside a listener comes after what was sent before, and removes no later ones",
    arguments: everyStrategy
  )
  func removeAllInside(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    let tokens = (0..<2).map { index in
      receiver.listen { value in
        log.append("\(index) \(value)")
        guard value == 1, index == 0 else { return }
        receiver.listen { log.append("doomed \($0)") }
        transmitter.broadcast(2)
        transmitter.removeAllListeners()
        receiver.listen { log.append("late \($0)") }
        transmitter.broadcast(3)
      }
    }

    transmitter.broadcast(1)

    let doomed = strategy.replayed(of: [1]).map { "doomed \($0)" }
    let replayed = strategy.replayed(of: [1, 2]).map { "late \($0)" }
    let expected: [[String]] = [["0 1", "1 1"], doomed, ["0 2", "1 2", "doomed 2"], replayed, ["late 3"]]
    #expect(log.values == Array(expected.joined()))
    #expect(tokens.map(\.isDisposed) == [true, true])
    #expect(receiver.listenerCount == 1)
  }

  @Test("finishing inside a listener ends every listener after the values before it", arguments: everyStrategy)
  func finishInside(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let log = Heard<String>()
    for name in ["a", "b"] {
      receiver.listen { value in
        log.append("\(name)\(value)")
        guard value == 1, name == "a" else { return }
        transmitter.broadcast(2)
        transmitter.finish()
        transmitter.broadcast(3)
      } onFinish: {
        log.append("\(name) end")
      }
    }

    [1, 4].forEach(transmitter.broadcast)

    #expect(log.values == ["a1", "b1", "a2", "b2", "a end", "b end"])
    #expect(receiver.replayed == strategy.replayed(of: [1, 2]))
  }

  @Test("the release of the last transmitter inside a listener finishes the pair", arguments: everyStrategy)
  func lastTransmitterInside(strategy: ReplayStrategy) {
    let ends = Ends(strategy)
    let log = Heard<String>()
    for name in ["a", "b"] {
      ends.receiver.listen { value in
        log.append("\(name)\(value)")
        ends.transmitter = nil
      } onFinish: {
        log.append("\(name) end")
      }
    }

    ends.transmitter?.broadcast(1)

    #expect(log.values == ["a1", "b1", "a end", "b end"])
    #expect(ends.receiver.listenerCount == 0)
  }
}
