import Airwave
import TestSupport
import Testing

@Suite("Receiver.take(count:)")
struct TakeCountTests {
  @Test("ends right after its last value, and leaves the pair then")
  func ends() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, listening) = recordEvents(receiver.take(count: 2))
    let states = [1, 2, 3].map { value in
      transmitter.broadcast(value)
      return State(heard.values, transmitter, receiver, listening)
    }

    #expect(
      states == [
        State(events: [.value(1)], hasListeners: true, listenerCount: 1, isDisposed: false),
        State(events: [.value(1), .value(2), .end], hasListeners: false, listenerCount: 0, isDisposed: true),
        State(events: [.value(1), .value(2), .end], hasListeners: false, listenerCount: 0, isDisposed: true),
      ]
    )
  }

  @Test("ends inside listen when the replay is enough", arguments: [ReplayStrategy.cold, .warm(upTo: 2)])
  func endsDuringReplay(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 1, 1].forEach(transmitter.broadcast)
    let (heard, listening) = recordEvents(receiver.take(count: 2))

    #expect(
      State(heard.values, transmitter, receiver, listening)
        == State(events: [.value(1), .value(1), .end], hasListeners: false, listenerCount: 0, isDisposed: true)
    )
  }

  @Test("with a count of 0 hears the end at once and never listens", arguments: everyStrategy)
  func takesNothing(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let calls = Heard<Int>()
    let observed = receiver.map { value in
      calls.append(value)
      return value
    }
    transmitter.broadcast(1)
    let (heard, listening) = recordEvents(observed.take(count: 0))
    let state = State(heard.values, transmitter, receiver, listening)
    transmitter.broadcast(2)

    #expect(state == State(events: [.end], hasListeners: false, listenerCount: 0, isDisposed: true))
    #expect(calls.values == [])
    #expect(heard.values == [.end])
  }

  @Test("takes no more when its listener broadcasts")
  func listenerBroadcasts() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    receiver.take(count: 3).listen {
      heard.append($0)
      transmitter.broadcast($0 + 1)
      transmitter.broadcast($0 + 2)
    }
    transmitter.broadcast(1)

    #expect(heard.values == [1, 2, 3])
  }

  @Test("releases its listener with the last value")
  func releases() {
    let (transmitter, receiver) = Receiver<Int>.make()
    var witness: Witness? = Witness()
    weak let weakWitness = witness
    receiver.take(count: 1).listen { [witness] _ in withExtendedLifetime(witness) {} }
    witness = nil

    #expect(weakWitness != nil)
    transmitter.broadcast(1)
    #expect(weakWitness == nil)
  }

  @Test("ends once where several end with the same value", arguments: everyStrategy)
  func endsOnce(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    [1, 2].forEach(transmitter.broadcast)
    let first = recordEvents(receiver.take(count: 2).take(count: 2)).heard
    let second = recordEvents(receiver.take(count: 3).skip(count: 1).take(count: 2)).heard
    let third = recordEvents(receiver.take(count: 1).take { _ in false }).heard
    [3, 4, 5].forEach(transmitter.broadcast)

    let values = (strategy.replayed(of: [1, 2]) + [3, 4, 5]).map(Event.value)
    let expected: [[Event<Int>]] = [values.prefix(2) + [.end], values[1..<3] + [.end], [.end]]
    #expect([first.values, second.values, third.values] == expected)
  }

  @Test("ends once on the main actor too, where several end with the same value")
  @MainActor func endsOnceOnMainActor() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Event<Int>>()
    receiver.take(count: 1).take(count: 1).listen {
      heard.append(.value($0))
    } onFinish: {
      MainActor.assertIsolated()
      heard.append(.end)
    }
    transmitter.broadcast(1)

    #expect(heard.values == [.value(1), .end])
  }

  @Test("does not end when its listener disposes of itself with the last value")
  func disposed() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let bag = DisposeBag()
    let heard = Heard<Event<Int>>()
    receiver.take(count: 1).listen {
      heard.append(.value($0))
      bag.dispose()
    } onFinish: {
      heard.append(.end)
    }.disposed(by: bag)
    transmitter.broadcast(1)

    #expect(heard.values == [.value(1)])
  }
}

@Suite("Receiver.take(while:)")
struct TakeWhileTests {
  @Test("ends with the first value that fails, and leaves the pair then")
  func ends() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, listening) = recordEvents(receiver.take { $0 < 2 })
    let states = [1, 2, 1].map { value in
      transmitter.broadcast(value)
      return State(heard.values, transmitter, receiver, listening)
    }

    #expect(
      states == [
        State(events: [.value(1)], hasListeners: true, listenerCount: 1, isDisposed: false),
        State(events: [.value(1), .end], hasListeners: false, listenerCount: 0, isDisposed: true),
        State(events: [.value(1), .end], hasListeners: false, listenerCount: 0, isDisposed: true),
      ]
    )
  }

  @Test("ends inside listen when a replayed value fails")
  func endsDuringReplay() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    [1, 2, 1].forEach(transmitter.broadcast)
    let (heard, listening) = recordEvents(receiver.take { $0 < 2 })

    #expect(
      State(heard.values, transmitter, receiver, listening)
        == State(events: [.value(1), .end], hasListeners: false, listenerCount: 0, isDisposed: true)
    )
  }

  @Test("asks no more once the predicate has said no")
  func asksNoMore() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    let calls = Heard<Int>()
    let taken = receiver.take {
      calls.append($0)
      return $0 < 2
    }
    [1, 2, 1].forEach(transmitter.broadcast)
    taken.listen { _ in }
    transmitter.broadcast(1)

    #expect(calls.values == [1, 2])
  }
}

@Suite("Receiver.take(while:inclusive:)")
struct TakeWhileInclusiveTests {
  @Test("ends right after the first value that fails, and leaves the pair then", arguments: [false, true])
  func ends(inclusive: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, listening) = recordEvents(receiver.take(while: { $0 < 2 }, inclusive: inclusive))
    [1, 2, 1].forEach(transmitter.broadcast)

    let events: [Event<Int>] = inclusive ? [.value(1), .value(2), .end] : [.value(1), .end]
    #expect(
      State(heard.values, transmitter, receiver, listening)
        == State(events: events, hasListeners: false, listenerCount: 0, isDisposed: true)
    )
  }

  @Test("ends once where several end with the same value")
  func endsOnce() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, _) = recordEvents(receiver.take(while: { $0 < 2 }, inclusive: true).take(count: 2))
    [1, 2, 1].forEach(transmitter.broadcast)

    #expect(heard.values == [.value(1), .value(2), .end])
  }
}

/// The observable state of a listener.
private struct State: Equatable {
  var events: [Event<Int>]
  var hasListeners: Bool
  var listenerCount: Int
  var isDisposed: Bool
}

extension State {
  init(_ events: [Event<Int>], _ transmitter: Transmitter<Int>, _ receiver: Receiver<Int>, _ listening: Disposable) {
    self.init(
      events: events,
      hasListeners: transmitter.hasListeners,
      listenerCount: receiver.listenerCount,
      isDisposed: listening.isDisposed
    )
  }
}
