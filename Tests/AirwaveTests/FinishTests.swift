import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("The end of a pair")
struct FinishTests {
  @Test("comes with finish, after which broadcasts are ignored", arguments: everyStrategy)
  func finishes(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let heard = receiver.record()
    transmitter.broadcast(1)
    transmitter.finish()
    transmitter.broadcast(2)
    let late = receiver.record()

    #expect([heard.values, late.values] == [[1], strategy.replayed(of: [1])])
    #expect(!transmitter.hasListeners)
  }

  @Test("comes when the last copy of the transmitter is released")
  func endsWithTransmitter() {
    var (transmitter, receiver): (Transmitter<Int>?, Receiver<Int>) = Receiver<Int>.make(strategy: .cold)
    var copy = transmitter
    let (heard, listening) = recordEvents(receiver)
    transmitter?.broadcast(1)
    transmitter = nil
    copy?.broadcast(2)
    let endedBefore = listening.isDisposed
    copy = nil

    #expect(!endedBefore)
    #expect(listening.isDisposed)
    #expect(heard.values == [.value(1), .value(2), .end])
    #expect(receiver.replayed == [1, 2])
  }

  @Test("tells each listener of the end, once and after the last value", arguments: everyStrategy)
  func tellsOfEnd(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let early = recordEvents(receiver).heard
    transmitter.broadcast(1)
    transmitter.finish()
    transmitter.finish()
    let late = recordEvents(receiver).heard

    #expect(
      [early.values, late.values] == [[.value(1), .end], strategy.replayed(of: [1]).map { .value($0) } + [.end]]
    )
  }

  @Test("finishes after the values that were broadcast before, also when a listener does so")
  func finishesInsideListener() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let first = Heard<Event<Int>>()
    receiver.listen {
      first.append(.value($0))
      transmitter.broadcast($0 + 1)
      transmitter.finish()
      transmitter.broadcast($0 + 2)
    } onFinish: {
      first.append(.end)
    }
    let second = recordEvents(receiver).heard
    transmitter.broadcast(1)

    #expect([first.values, second.values] == Array(repeating: [.value(1), .value(2), .end], count: 2))
  }

  @Test("tells no disposed listener the end")
  func tellsNobodyDisposed() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, listening) = recordEvents(receiver)
    transmitter.broadcast(1)
    listening.dispose()
    transmitter.finish()

    #expect(heard.values == [.value(1)])
  }
}
