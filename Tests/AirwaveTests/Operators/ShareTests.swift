import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.share", .inTurn)
struct ShareTests {
  @Test("the operators upstream run once for each value", arguments: everyStrategy)
  func once(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let worked = Heard<Int>()
    let shared = receiver.handleEvents(onValue: { worked.append($0) }).map { $0 * 10 }.share()
    [1, 2].forEach(transmitter.broadcast)

    let heard = (0..<3).map { _ in shared.record() }
    [3, 4].forEach(transmitter.broadcast)

    let replayed = strategy.replayed(of: [1, 2])
    #expect(worked.values == replayed + [3, 4])
    #expect(heard.map(\.values) == [replayed.map { $0 * 10 } + [30, 40], [30, 40], [30, 40]])
  }

  @Test("the first listener connects, the last one releases", arguments: everyStrategy)
  func connection(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.map { $0 }.share(strategy: strategy)
    var counts = [[receiver.listenerCount, shared.listenerCount]]
    let listening = (0..<2).map { _ in shared.listen { _ in } }
    counts.append([receiver.listenerCount, shared.listenerCount])
    transmitter.broadcast(1)
    for token in listening {
      token.dispose()
      token.dispose()
      counts.append([receiver.listenerCount, shared.listenerCount])
    }

    #expect(counts == [[0, 0], [1, 2], [1, 1], [0, 0]])
  }

  @Test("replays what came since the connection was made", arguments: everyStrategy)
  func replay(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let shared = receiver.share(strategy: strategy)
    [1, 2].forEach(transmitter.broadcast)
    #expect(shared.replayed == [2])
    let (first, firstListening) = recordEvents(shared)
    [3, 4].forEach(transmitter.broadcast)
    #expect(shared.replayed == strategy.replayed(of: [2, 3, 4]))
    let (second, secondListening) = recordEvents(shared)
    transmitter.broadcast(5)
    // A new connection replays no value of the former connection.
    [firstListening, secondListening].forEach { $0.dispose() }
    transmitter.broadcast(6)
    let (third, _) = recordEvents(shared)
    transmitter.finish()

    #expect(first.values == [2, 3, 4, 5].map(Event.value))
    #expect(second.values == (strategy.replayed(of: [2, 3, 4]) + [5]).map(Event.value))
    #expect(third.values == [.value(6), .end])
  }

  @Test("a listener that joins from inside a shared delivery takes its place after it", arguments: everyStrategy)
  func inside(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let shared = receiver.share(strategy: strategy)
    [1, 2].forEach(transmitter.broadcast)
    let late = Heard<Int>()
    shared.listen { value in if value == 1 || value == 3 { shared.listen { late.append($0 * 10 + value) } } }
    transmitter.broadcast(3)

    let first = (strategy.replayed(of: [1]) + [2, 3]).map { $0 * 10 + 1 }
    let second = strategy.replayed(of: [1, 2, 3]).map { $0 * 10 + 3 }
    #expect(late.values == first + second)
  }

  @Test("a finished source ends every listener, and later ones after its replay", arguments: everyStrategy)
  func finish(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let shared = receiver.share(strategy: strategy)
    let early = (0..<2).map { _ in recordEvents(shared).heard }
    [1, 2, 3].forEach(transmitter.broadcast)
    transmitter.finish()
    let (late, listening) = recordEvents(shared)

    let all: [Event<Int>] = [.value(1), .value(2), .value(3), .end]
    #expect(early.map(\.values) == [all, all])
    #expect(late.values == [.value(2), .value(3), .end])
    #expect(listening.isDisposed && receiver.listenerCount == 0 && shared.listenerCount == 0)
  }

  @Test("releases captures and kept values with the last listener", arguments: everyStrategy, [0, 1, 2, 3])
  func release(strategy: ReplayStrategy, ending: Int) {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let shared = receiver.share(strategy: strategy)
    let token = Box<Disposable>()
    weak var captured: Witness?
    weak var value: Witness?
    do {
      let (witness, broadcast) = (Witness(), Witness())
      (captured, value) = (witness, broadcast)
      token.content = shared.take(count: ending == 0 ? 1 : 9).listen { _ in
        if ending == 1 { withExtendedLifetime(witness) { token.content?.dispose() } }
      }
      transmitter.broadcast(broadcast)
    }
    if ending == 2 { token.content?.dispose() }
    if ending == 3 { transmitter.finish() }

    #expect(captured == nil && value == nil)
    #expect(receiver.listenerCount == 0 && shared.listenerCount == 0)
  }

  @Test("removing all listeners of the source ends the listeners of the share, and the next one makes a new connection")
  func removeAll() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let shared = receiver.share()
    let (first, listening) = recordEvents(shared)
    transmitter.broadcast(1)
    transmitter.removeAllListeners()
    let (second, _) = recordEvents(shared)
    transmitter.broadcast(2)

    #expect([first.values, second.values] == [[.value(1)], [.value(2)]])
    #expect(listening.isDisposed && shared.listenerCount == 1)
  }

  #if os(Linux) || os(macOS)
  @Test("a negative limit stops the program")
  func negative() async {
    await #expect(processExitsWith: .failure) {
      _ = Receiver<Int>.make().receiver.share(strategy: .warm(upTo: -1))
    }
  }
  #endif
}

@Suite("Receiver.forward")
struct ForwardTests {
  @Test("broadcasts every value on another pair, replay included", arguments: everyStrategy)
  func forwards(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (target, forwarded) = Receiver<Int>.make(strategy: .cold)
    [1, 2].forEach(transmitter.broadcast)
    let forwarding = receiver.forward(to: target)
    transmitter.broadcast(3)
    forwarding.dispose()
    transmitter.broadcast(4)

    #expect(forwarded.replayed == strategy.replayed(of: [1, 2]) + [3] && receiver.listenerCount == 0)
  }

  @Test("the target ends with the source only if it has no other owner", arguments: [true, false])
  func lifetime(isHeld: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, held) = {
      let (target, forwarded) = Receiver<Int>.make()
      receiver.forward(to: target)
      return (recordEvents(forwarded).heard, isHeld ? target : nil)
    }()
    transmitter.broadcast(1)
    transmitter.finish()
    held?.broadcast(2)

    #expect(heard.values == [.value(1), isHeld ? .value(2) : .end])
  }
}
