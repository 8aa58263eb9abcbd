import Airwave

nonisolated(unsafe) let joining: [Scenario] = [
  Scenario("9: a listener joins and leaves beside a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread {
      let listening = receiver.listen {
        heard.hear($0)
        expect(thread() != 1 || !heard.isOver, "called after its disposal")
      }
      listening.dispose()
    }
    run.finally("the listener stays") { receiver.listenerCount == 0 && heard.isTail(of: [1]) }
  },
  Scenario("9: a listener joins a warm pair, and another thread disposes of it") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = Heard(), bag = DisposeBag()
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { receiver.listen { heard.hear($0) }.disposed(by: bag) }
    run.thread { bag.dispose() }
    run.finally("a value is doubled") { heard.isTail(of: [1]) && receiver.listenerCount <= 1 }
  },
  Scenario("9: two threads dispose of two listeners beside a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), other = Heard()
    let first = receiver.listen { heard.hear($0) }, second = receiver.listen { other.hear($0) }
    run.thread { first.dispose() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { second.dispose() }
    run.finally("a listener stays") {
      receiver.listenerCount == 0 && heard.isTail(of: [1]) && other.isTail(of: [1])
    }
  },
  Scenario("9: a thread disposes, and broadcasts beside another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let isOver = Flag()
    let listening = receiver.listen { _ in expect(thread() != 0 || !isOver.isSet, "called after its disposal") }
    run.thread {
      listening.dispose()
      isOver.isSet = true
      transmitter.broadcast(Box(1))
    }
    run.thread { [2, 3].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("the listener stays") { receiver.listenerCount == 0 }
  },
  Scenario("6, 9: a new listener removes all listeners in its replay beside a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .cold)
    [1, 2].forEach { transmitter.broadcast(Box($0)) }
    let heard = Heard(), held = Held(transmitter)
    run.thread {
      receiver.listen { box in
        heard.hear(box)
        held.take()?.removeAllListeners()
      }
    }
    run.thread { transmitter.broadcast(Box(3)) }
    run.finally("the listener stays, or misses what was sent before") {
      receiver.listenerCount == 0 && [[1, 2], [1, 2, 3]].contains(heard.numbers)
    }
  },
  Scenario("9: a listener is disposed of while it joins beside a broadcast") { run in
    disposeWhileJoining(.hot, run)
  },
  Scenario("9: a listener is disposed of while it joins a warm pair beside a broadcast") { run in
    disposeWhileJoining(.warm(upTo: 1), run)
  },
  Scenario("9: two threads dispose of one listener") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    let listening = receiver.listen { heard.hear($0) }
    run.thread { listening.dispose() }
    run.thread { listening.dispose() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("the listener stays") { receiver.listenerCount == 0 && heard.isTail(of: [1]) }
  },
  Scenario("9: removeAllListeners, and a broadcast of the same thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    receiver.listen { expect($0.number != 2, "called after its removal") }
    run.thread {
      transmitter.removeAllListeners()
      transmitter.broadcast(Box(2))
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a listener stays") { receiver.listenerCount == 0 }
  },
  Scenario("9: removeAllListeners beside a joining listener and a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = receiver.record(), later = Heard()
    run.thread { transmitter.removeAllListeners() }
    run.thread { _ = receiver.record(later) }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a value is doubled") { heard.isTail(of: [1]) && later.isTail(of: [1]) }
    run.finally("a listener is forgotten") {
      let before = heard.numbers.count + later.numbers.count
      transmitter.broadcast(Box(2))
      return heard.numbers.count + later.numbers.count - before == receiver.listenerCount
    }
  },
]

private func disposeWhileJoining(_ strategy: ReplayStrategy, _ run: Run) {
  let (transmitter, receiver) = Receiver<Box>.make(strategy: strategy)
  transmitter.broadcast(Box(0))
  let disposable = Disposable(isPeek: false), closure = Captured(Box(0)), heard = Heard()
  receiver.listen { heard.hear($0) }
  run.thread {
    let captured = closure.take()
    receiver.attach(Sink(receive: { _ in _ = captured }, onEnd: nil, disposable: disposable))
  }
  run.thread { disposable.dispose() }
  run.thread { transmitter.broadcast(Box(1)) }
  run.finally("the closure is not released") {
    withExtendedLifetime(transmitter) {
      closure.isReleased && receiver.listenerCount == 1 && heard.numbers.last == 1
    }
  }
}

/// A plain flag of one thread.
final class Flag: @unchecked Sendable {
  @exclusivity(unchecked) var isSet = false
}
