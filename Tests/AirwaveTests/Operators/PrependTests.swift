import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.prepend", .inTurn)
struct PrependTests {
  @Test("takes any number of values, or a sequence of them")
  func spellings() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = [
      receiver.prepend(), receiver.prepend(1), receiver.prepend(1, 2, 3),
      receiver.prepend(contentsOf: [1, 2]), receiver.prepend(contentsOf: 1...3), receiver.prepend(2).prepend(1),
    ].map { $0.record() }
    transmitter.broadcast(4)

    #expect(heard.map(\.values) == [[4], [1, 4], [1, 2, 3, 4], [1, 2, 4], [1, 2, 3, 4], [1, 2, 4]])
  }

  @Test("hears the end of a finished pair behind all values", arguments: everyStrategy)
  func finished(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    transmitter.broadcast(2)
    transmitter.finish()

    let expected = [1] + strategy.replayed(of: [2])
    #expect(recordEvents(receiver.prepend(1)).heard.values == expected.map { .value($0) } + [.end])
    #expect(receiver.prepend(1).replayed == expected)
  }

  @Test("misses nothing that is broadcast while a listener hears the given values", arguments: everyStrategy)
  func listenerBroadcasts(strategy: ReplayStrategy) async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    transmitter.broadcast(10)
    let heard = Heard<Int>()
    receiver.prepend(1, 2).listen { value in
      heard.append(value)
      if value < 3 { onAnotherThread { transmitter.broadcast(value * 100) } }
      if value == 100 { transmitter.broadcast(11) }
    }

    // What another thread has sent is not heard inside of the call that listens.
    let atOnce = [1, 2] + strategy.replayed(of: [10])
    #expect(heard.values.starts(with: atOnce))
    let expected = atOnce + [100, 200, 11]
    await until { heard.values.count == expected.count }
    #expect(heard.values == expected)
  }

  @Test("joins from inside a delivery behind the present value, but has given its values then")
  func insideDelivery() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let heard = Heard<Int>()
    receiver.take(count: 1).listen { _ in
      receiver.prepend(1).listen { heard.append($0) }
      heard.append(0)
    }
    transmitter.broadcast(2)
    transmitter.broadcast(3)

    #expect(heard.values == [1, 0, 2, 3])
  }

  @Test("leaves its source when a given value is enough", arguments: everyStrategy)
  func enough(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    transmitter.broadcast(3)
    let mapped = Heard<Int>()
    let (heard, listening) = recordEvents(receiver.prepend(1, 2).map(mapped.noting).take(count: 1))
    transmitter.broadcast(4)

    #expect(heard.values == [.value(1), .end])
    #expect(mapped.values == [1])
    #expect(listening.isDisposed && receiver.listenerCount == 0)
  }

  @Test("does not go on when its listener is disposed of with a given value")
  func disposedInside() {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    transmitter.broadcast(3)
    let bag = DisposeBag()
    let heard = Heard<Event<Int>>()
    let (choices, chosen) = Receiver<Receiver<Int>>.make()
    chosen.switchToLatest().listen {
      heard.append(.value($0))
      bag.dispose()
    } onFinish: {
      heard.append(.end)
    }.disposed(by: bag)
    choices.broadcast(receiver.prepend(1, 2))
    transmitter.broadcast(4)

    #expect(heard.values == [.value(1)])
    #expect(receiver.listenerCount == 0 && chosen.listenerCount == 0)
  }

  @Test("removing all listeners of the pair disposes of its listener")
  func removed() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, listening) = recordEvents(receiver.prepend(1))
    transmitter.removeAllListeners()

    #expect(heard.values == [.value(1)])
    #expect(listening.isDisposed && receiver.listenerCount == 0)
  }

  @Test("keeps nothing of its listener after the end")
  func releases() {
    let (transmitter, receiver) = Receiver<Int>.make()
    var witness: Witness? = Witness()
    weak let weakWitness = witness
    receiver.prepend(1).listen { [witness] _ in withExtendedLifetime(witness) {} }
    witness = nil
    let wasAlive = weakWitness != nil
    transmitter.finish()

    #expect(wasAlive && weakWitness == nil)
  }

  @Test("each listener hears the given values, and then a run of what is broadcast without gaps")
  func threads() async {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
    let prepended = receiver.prepend(-2, -1)
    let heard = Heard<Heard<Int>>()
    await onThreads(3) { thread in
      for number in 0..<500 {
        if thread == 0 {
          transmitter.broadcast(number)
        } else {
          let mine = Heard<Int>()
          heard.append(mine)
          prepended.listen { mine.append($0) }
        }
      }
    }

    let runs = heard.values.map(\.values)
    #expect(runs.count == 1_000 && runs.allSatisfy { $0.prefix(2) == [-2, -1] })
    #expect(runs.allSatisfy { $0.dropFirst(2).elementsEqual((500 - $0.count + 2)..<500) })
  }
}
