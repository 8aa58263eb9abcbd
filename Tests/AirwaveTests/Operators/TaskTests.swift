import Airwave
import TestSupport
import Testing

@Suite("Receiver.task", .inTurn)
struct TaskTests {
  /// A source whose task broadcasts what it is told to, and counts how often it began and was cancelled.
  private final class Source: Sendable {
    let begun = Tally()
    let cancelled = Tally()
    let returned = Tally()
    private let (commands, command) = Receiver<Int>.make()

    func receiver(strategy: ReplayStrategy = .hot) -> Receiver<Int> {
      .task(strategy: strategy) { [begun, cancelled, returned, command] transmitter in
        let numbers = command.values
        begun.add(1)
        for await number in numbers {
          if number == 0 { break }
          transmitter.broadcast(number)
        }
        if Task.isCancelled { cancelled.add(1) }
        returned.add(1)
      }
    }

    /// Has the task broadcast a number, or return if it is 0.
    func send(_ number: Int) { commands.broadcast(number) }
  }

  @Test("begins with the first listener, runs once for all, is cancelled with the last, and begins again")
  func life() async {
    let source = Source()
    let receiver = source.receiver()
    #expect(receiver.replayed == [] && receiver.latest == nil && source.begun.count == 0)
    for round in 1...2 {
      let listening = (0..<3).map { _ in recordEvents(receiver.map { $0 }) }
      await until { source.begun.count == round }
      #expect(receiver.listenerCount == 3)
      source.send(round)
      await until { listening.allSatisfy { $0.heard.values == [.value(round)] } }
      listening[0].listening.dispose()
      listening[1].listening.dispose()
      source.send(7)
      await until { listening[2].heard.values == [.value(round), .value(7)] }
      #expect(source.cancelled.count == round - 1)
      listening[2].listening.dispose()
      await until { source.cancelled.count == round }
      #expect(listening.map(\.heard.values.count) == [1, 1, 2])
    }
    #expect([source.begun.count, source.returned.count, receiver.listenerCount] == [2, 2, 0])
  }

  @Test("finishes when the function returns, which is not cancelled then, and begins again")
  func returns() async {
    let source = Source()
    let receiver = source.receiver()
    for round in 1...2 {
      let (first, _) = recordEvents(receiver)
      let (second, _) = recordEvents(receiver)
      await until { source.begun.count == round }
      [1, 2, 0].forEach(source.send)
      await until { second.values.last == .end && receiver.listenerCount == 0 }

      #expect(first.values == [.value(1), .value(2), .end])
      #expect(second.values == first.values)
    }
    #expect([source.begun.count, source.cancelled.count] == [2, 0])
  }

  @Test("finishes when the function returns, even if other code still holds the transmitter")
  func finishes() async {
    let kept = Box<Transmitter<Int>>()
    let receiver = Receiver<Int>.task { transmitter in
      kept.content = transmitter
      transmitter.broadcast(1)
    }
    let (heard, _) = recordEvents(receiver)
    await until { heard.values.last == .end }
    kept.content?.broadcast(2)

    #expect(heard.values == [.value(1), .end])
  }

  @Test("replays what its task has broadcast to a later listener", arguments: everyStrategy)
  func replays(strategy: ReplayStrategy) async {
    let source = Source()
    let receiver = source.receiver(strategy: strategy)
    let (early, _) = recordEvents(receiver)
    await until { source.begun.count == 1 }
    [1, 2, 3].forEach(source.send)
    await until { early.values.count == 3 }
    let (late, _) = recordEvents(receiver)
    [4, 0].forEach(source.send)
    await until { late.values.last == .end }

    #expect(late.values == (strategy.replayed(of: [1, 2, 3]) + [4]).map(Event.value) + [.end])
    #expect(source.begun.count == 1)
  }

  @Test("what a cancelled task still broadcasts is not heard by the next listener, whose task has begun")
  func stubborn() async {
    let (begun, returned, latch) = (Tally(), Tally(), Latch())
    let receiver = Receiver<Int>.task(strategy: .cold) { transmitter in
      begun.add(1)
      let number = begun.count
      await latch.waitStubbornly()
      transmitter.broadcast(number)
      returned.add(1)
    }
    recordEvents(receiver).listening.dispose()
    await until { begun.count == 1 }
    let (heard, _) = recordEvents(receiver)
    await until { begun.count == 2 }
    latch.open()
    await until { returned.count == 2 && heard.values.last == .end }

    #expect(heard.values == [.value(2), .end])
  }

  @Test("releases what the function has made when it has returned")
  func releases() async {
    let (made, gone) = (Tally(), Tally())
    let receiver = Receiver<Int>.task { transmitter in
      made.add(1)
      let witness = Witness { gone.add(1) }
      transmitter.broadcast(1)
      withExtendedLifetime(witness) {}
    }
    for round in 1...3 {
      let (heard, listening) = recordEvents(receiver)
      await until { gone.count == round && heard.values.last == .end }
      #expect(heard.values == [.value(1), .end] && listening.isDisposed)
    }
    #expect(made.count == 3)
  }
}
