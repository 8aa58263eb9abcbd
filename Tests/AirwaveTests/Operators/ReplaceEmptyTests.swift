import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.replaceEmpty")
struct ReplaceEmptyTests {
  @Test("forwards the value before the end to a listener that has heard none", arguments: everyStrategy)
  func replaces(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let derived = receiver.replaceEmpty(with: 9)
    let (early, _) = recordEvents(derived)
    let (filtered, _) = recordEvents(receiver.filter { $0 > 5 }.replaceEmpty(with: 8))
    let open = derived.replayed
    transmitter.broadcast(1)
    transmitter.finish()
    let (late, listening) = recordEvents(derived)

    let replay = strategy.replayed(of: [1])
    #expect(open == [])
    #expect(early.values == [.value(1), .end] && filtered.values == [.value(8), .end])
    #expect(late.values == (replay.isEmpty ? [.value(9)] : replay.map { .value($0) }) + [.end])
    #expect(derived.replayed == (replay.isEmpty ? [9] : replay))
    #expect(listening.isDisposed)
  }

  @Test("forwards it once, when an operator before it is done, and to one behind it that takes one")
  func done() {
    let (taken, _) = recordEvents(Receiver<Int>.never.take(count: 0).replaceEmpty(with: 1).take(count: 1))
    let (empty, _) = recordEvents(Receiver<Int>.empty.replaceEmpty(with: 2).replaceEmpty(with: 3).take(count: 2))
    let (just, _) = recordEvents(Receiver.just(4).replaceEmpty(with: 5))

    #expect(taken.values == [.value(1), .end])
    #expect(empty.values == [.value(2), .end])
    #expect(just.values == [.value(4), .end])
  }

  @Test("forwards nothing after disposal or removal, also to an operator", arguments: [true, false])
  func ended(isRemoved: Bool) {
    let (transmitter, receiver) = Receiver<Int>.make()
    let mapped = Heard<Int>()
    let replaced = receiver.replaceEmpty(with: 1).map { value in
      mapped.append(value)
      return value
    }
    let (heard, listening) = recordEvents(replaced)
    if isRemoved { transmitter.removeAllListeners() } else { listening.dispose() }
    transmitter.finish()

    #expect(heard.values == [])
    #expect(mapped.values == [])
  }
}
