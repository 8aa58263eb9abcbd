import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.just, empty and never", .inTurn)
struct JustTests {
  @Test("just gives each listener the values, and then the end", arguments: [[], [1], [1, 2, 3]])
  func just(values: [Int]) {
    let receiver: Receiver<Int> =
      switch values.count {
      case 0: .just()
      case 1: .just(values[0])
      default: .just(values[0], values[1], values[2])
      }
    let heard = [recordEvents(receiver), recordEvents(receiver)]

    #expect(heard.map(\.heard.values) == [values.map { .value($0) } + [.end], values.map { .value($0) } + [.end]])
    #expect(heard.allSatisfy { $0.listening.isDisposed })
    #expect(receiver.replayed == values && receiver.latest == values.last && receiver.listenerCount == 0)
  }

  @Test("just may have values that are nil")
  func optional() {
    #expect(Receiver<Int?>.just(nil, 1).replayed == [nil, 1])
  }

  @Test("just ends with an operator that is done")
  func taken() {
    let looked = Heard<Int>()
    let receiver = Receiver.just(1, 2, 3).map { value in
      looked.append(value)
      return value
    }
    let (heard, _) = recordEvents(receiver.take(count: 2))

    #expect(heard.values == [.value(1), .value(2), .end])
    #expect(looked.values == [1, 2])
  }

  @Test("just does not go on when its listener is disposed of inside")
  func disposedInside() {
    let bag = DisposeBag()
    let (choices, chosen) = Receiver<Receiver<Int>>.make()
    let heard = Heard<Event<Int>>()
    chosen.switchToLatest().listen {
      heard.append(.value($0))
      if $0 == 2 { bag.dispose() }
    } onFinish: {
      heard.append(.end)
    }.disposed(by: bag)
    choices.broadcast(.just(1, 2, 3))

    #expect(heard.values == [.value(1), .value(2)])
    #expect(chosen.listenerCount == 0)
  }

  @Test("just hears its values on the isolation of the listener, in order")
  @MainActor func onMainActor() async {
    let heard = Heard<Event<Int>>()
    await onThreads(1) { _ in
      _ = Receiver.just(1, 2).listen { @MainActor value in
        MainActor.assertIsolated()
        heard.append(.value(value))
      } onFinish: {
        heard.append(.end)
      }
    }
    await until { heard.values.count == 3 }

    #expect(heard.values == [.value(1), .value(2), .end])
  }

  @Test("empty hears nothing but the end")
  func empty() {
    let (heard, listening) = recordEvents(Receiver<Int>.empty)

    #expect(heard.values == [.end] && listening.isDisposed)
    #expect(Receiver<Int>.empty.replayed == [] && Receiver<Int>.empty.latest == nil)
  }

  @Test("never hears nothing, not even the end, and keeps nothing of its listener")
  func never() {
    var witness: Witness? = Witness()
    weak let weakWitness = witness
    let (heard, listening) = recordEvents(
      Receiver<Int>.never.map { [witness] value in withExtendedLifetime(witness) { value } }
    )
    witness = nil

    #expect(weakWitness == nil)
    #expect(heard.values == [] && !listening.isDisposed)
    #expect(Receiver<Int>.never.replayed == [] && Receiver<Int>.never.listenerCount == 0)
    listening.dispose()
    #expect(listening.isDisposed)
  }

  @Test("they join with others as any receiver does")
  func joined() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = [
      recordEvents(receiver.merge(with: .just(1), .empty)),
      recordEvents(receiver.merge(with: .never)),
      recordEvents(receiver.take(until: Receiver<Int>.never)),
    ]
    transmitter.broadcast(2)
    transmitter.finish()

    #expect(
      heard.map(\.heard.values) == [[.value(1), .value(2), .end], [.value(2)], [.value(2), .end]]
    )
    heard[1].listening.dispose()
  }
}
