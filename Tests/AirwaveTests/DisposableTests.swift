import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("What ends a listening")
struct DisposableTests {
  @Test("ends one listener, and no other")
  func endsOne() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let (first, second) = (Heard<Int>(), Heard<Int>())
    let listening = receiver.listen { first.append($0) }
    receiver.listen { second.append($0) }
    transmitter.broadcast(1)
    let before = listening.isDisposed
    listening.dispose()
    listening.dispose()
    transmitter.broadcast(2)

    #expect([first.values, second.values] == [[1], [1, 2]])
    #expect([before, listening.isDisposed] == [false, true])
  }

  @Test("keeps listening when it is dropped")
  func keepsListening() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    receiver.listen { heard.append($0) }
    weak let weakListening = receiver.listen { heard.append(-$0) }
    transmitter.broadcast(1)

    #expect(heard.values == [1, -1])
    #expect(weakListening?.isDisposed != true)
  }

  @Test("ends many with their bag, which can be used again")
  func endsManyByBag() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let bag = DisposeBag()
    let heard = Heard<Int>()
    receiver.listen { heard.append($0) }.disposed(by: bag)
    bag.insert(receiver.listen { heard.append($0 * 10) })
    transmitter.broadcast(1)
    bag.dispose()
    transmitter.broadcast(2)
    receiver.listen { heard.append($0 * 100) }.disposed(by: bag)
    transmitter.broadcast(3)
    bag.dispose()
    transmitter.broadcast(4)

    #expect(heard.values == [1, 10, 300])
  }

  @Test("ends many when their bag is released")
  func endsManyWithBag() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    var bag: DisposeBag? = DisposeBag()
    for factor in 1...20 { bag?.insert(receiver.listen { heard.append($0 * factor) }) }
    let before = receiver.listenerCount
    bag = nil
    transmitter.broadcast(1)

    #expect([before, receiver.listenerCount] == [20, 0])
    #expect(heard.values == [])
  }

  @Test("ends all, of the transmitter's side, and lets others join afterwards", arguments: everyStrategy)
  func endsAll(strategy: ReplayStrategy) {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
    let (heard, listening) = recordEvents(receiver.map { $0 * 10 })
    transmitter.broadcast(1)
    transmitter.removeAllListeners()
    transmitter.broadcast(2)
    let late = receiver.record()
    transmitter.broadcast(3)

    #expect(heard.values == [.value(10)])
    #expect(late.values == strategy.replayed(of: [1, 2]) + [3])
    #expect(listening.isDisposed)
  }

  @Test("ends all inside a listener, after the value has reached the following ones")
  func endsAllInsideListener() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<String>()
    receiver.listen {
      heard.append("first \($0)")
      transmitter.removeAllListeners()
    }
    receiver.listen { heard.append("second \($0)") }
    [1, 2].forEach(transmitter.broadcast)

    #expect(heard.values == ["first 1", "second 1"])
    #expect(!transmitter.hasListeners)
  }

  @Test("can be made from a closure, which runs once and is released then")
  func makesOneOfItsOwn() {
    let heard = Heard<String>()
    var witness: Witness? = Witness { heard.append("released") }
    let disposable = Disposable { [witness] in withExtendedLifetime(witness) { heard.append("ran") } }
    witness = nil
    let before = disposable.isDisposed
    disposable.dispose()
    disposable.dispose()

    #expect(heard.values == ["ran", "released"])
    #expect([before, disposable.isDisposed] == [false, true])
  }

  @Test("made from a closure ends with a bag and with a token, and not by being dropped")
  func makesOneOfItsOwnForBag() {
    let heard = Heard<String>()
    do {
      let bag = DisposeBag()
      Disposable { heard.append("bag") }.disposed(by: bag)
      _ = Disposable { heard.append("token") }.scoped()
      _ = Disposable { heard.append("dropped") }
    }

    #expect(heard.values.sorted() == ["bag", "token"])
  }

  @Test("made from a closure releases it when dropped, and does not run it")
  func droppedDisposable() {
    let runs = Tally()
    weak var captured: Witness?
    do {
      let witness = Witness()
      captured = witness
      _ = Disposable { withExtendedLifetime(witness) { runs.add(1) } }
    }

    #expect(captured == nil && runs.count == 0)
  }

  @Test("ends when its token is dropped, or before")
  func endsWithToken() {
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard<Int>()
    var token: ScopedDisposable? = receiver.listen { heard.append($0) }.scoped()
    let other = receiver.listen { heard.append($0 * 10) }.scoped()
    transmitter.broadcast(1)
    token = nil
    transmitter.broadcast(2)
    other.dispose()
    transmitter.broadcast(3)

    #expect(heard.values == [1, 10, 20])
    #expect(token == nil)
    #expect(other.isDisposed)
  }
}
