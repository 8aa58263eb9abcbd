import Airwave

nonisolated(unsafe) let disposables: [Scenario] = [
  Scenario("9: two threads dispose of chains of listeners, each of which disposes of the next") { run in
    let (transmitter, receiver) = Receiver<Int>.make()
    let released = [Heard(), Heard()]
    let chains = released.map { released in
      var next: Disposable?
      for number in 0..<3 {
        let link = Link(number, released, next)
        next = receiver.listen { _ in withExtendedLifetime(link) {} }
      }
      return next
    }
    for chain in chains { run.thread { chain?.dispose() } }
    run.finally("a closure stays") {
      withExtendedLifetime(transmitter) {
        released.allSatisfy { $0.numbers == [2, 1, 0] } && receiver.listenerCount == 0
      }
    }
  },
  Scenario("9: a thread disposes of two listeners, one after the other") { run in
    let (transmitter, receiver) = Receiver<Int>.make()
    let released = Heard()
    let listeners = (0..<2).map { number in
      let link = Link(number, released, nil)
      return receiver.listen { _ in withExtendedLifetime(link) {} }
    }
    run.thread { listeners.forEach { $0.dispose() } }
    run.finally("a closure stays") { withExtendedLifetime(transmitter) { released.numbers == [0, 1] } }
  },
  Scenario("9: two threads dispose of an action") { run in
    let deed = Heard()
    let disposable = Disposable { deed.end() }
    run.thread { disposable.dispose() }
    run.thread { disposable.dispose() }
    run.finally("the action is not called once") { deed.ends == 1 }
  },
  Scenario("9: what was done before dispose is seen after isDisposed") { run in
    let deed = Flag(), disposable = Disposable {}
    run.thread {
      deed.isSet = true
      disposable.dispose()
    }
    run.thread { if disposable.isDisposed { expect(deed.isSet, "seen too early") } }
  },
  Scenario("9: what was done before an end is seen after isDisposed") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let deed = Flag(),
      listening = receiver.listen { _ in
      } onFinish: {
      }
    run.thread {
      deed.isSet = true
      transmitter.finish()
    }
    run.thread { if listening.isDisposed { expect(deed.isSet, "seen too early") } }
  },
  Scenario("9: a bag is filled by one thread and emptied by another") { run in
    let bag = DisposeBag(), first = Heard(), second = Heard()
    let one = Disposable { first.end() }, other = Disposable { second.end() }
    run.thread {
      one.disposed(by: bag)
      other.disposed(by: bag)
    }
    run.thread { bag.dispose() }
    run.finally("an action is not called once") {
      bag.dispose()
      return first.ends == 1 && second.ends == 1
    }
  },
  Scenario("9: a bag is released by one of two threads") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), bag = DisposeBag()
    receiver.listen { heard.hear($0) }.disposed(by: bag)
    let first = Held(bag), second = Held(bag)
    run.thread { first.release() }
    run.thread { second.release() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a value is doubled, or the listener stays") {
      heard.isTail(of: [1]) && receiver.listenerCount == 0
    }
  },
]

/// Disposes of a listener when it is released.
private final class Link: Sendable {
  private let number: Int
  private let released: Heard
  private let next: Disposable?

  init(_ number: Int, _ released: Heard, _ next: Disposable?) {
    self.number = number
    self.released = released
    self.next = next
  }

  deinit {
    released.hear(number)
    next?.dispose()
  }
}
