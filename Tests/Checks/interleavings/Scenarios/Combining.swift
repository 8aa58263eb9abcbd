import Airwave

nonisolated(unsafe) let combining: [Scenario] = [
  Scenario("3, 8: two pairs broadcast to a merge") { run in
    let (first, firstReceiver) = Receiver<Box>.make(), (second, secondReceiver) = Receiver<Box>.make()
    let heard = firstReceiver.merge(with: secondReceiver).record()
    run.thread { [1, 2].forEach { first.broadcast(Box($0)) } }
    run.thread { [11, 12].forEach { second.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11, 12]) }
  },
  Scenario("8, 9: a merge is disposed of beside two pairs that broadcast") { run in
    let (first, firstReceiver) = Receiver<Box>.make(), (second, secondReceiver) = Receiver<Box>.make()
    let heard = Heard()
    let listening = firstReceiver.merge(with: secondReceiver).listen { heard.hear($0) }
    run.thread { first.broadcast(Box(1)) }
    run.thread { second.broadcast(Box(2)) }
    run.thread { listening.dispose() }
    run.finally("a listener stays") { firstReceiver.listenerCount == 0 && secondReceiver.listenerCount == 0 }
  },
  Scenario("8, 9: a merge joins its second source beside a value of the first that ends it") { run in
    let (transmitter, first) = Receiver<Box>.make(), (other, second) = Receiver<Box>.make()
    let heard = Heard()
    let watched = second.handleEvents(onDispose: {})
    run.thread { first.merge(with: watched).take(count: 1).listen { heard.hear($0) } }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a listener stays, or is missing") {
      let count = heard.numbers.isEmpty ? 1 : 0
      return withExtendedLifetime(other) { first.listenerCount == count && second.listenerCount == count }
    }
  },
  Scenario("9: a merge joins a source that replays, beside a value of the first that ends it") { run in
    let (transmitter, first) = Receiver<Box>.make(), (other, second) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    other.broadcast(Box(0))
    let heard = Heard(), closure = Captured(Box(0))
    run.thread {
      let captured = closure.take()
      first.merge(with: second).take(count: 1).listen { box in
        _ = captured
        heard.hear(box)
      }
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("the closure is not released") { withExtendedLifetime(other) { closure.isReleased } }
  },
  Scenario("8, 10: a merge ends with the later of two pairs") { run in
    let (first, firstReceiver) = Receiver<Box>.make(), (second, secondReceiver) = Receiver<Box>.make()
    let heard = firstReceiver.merge(with: secondReceiver).recordWithEnd()
    run.thread {
      first.broadcast(Box(1))
      first.finish()
    }
    run.thread { second.finish() }
    run.finally("the end is not heard once, after all values") { heard.ends == 1 && heard.numbers == [1] }
  },
  Scenario("2, 3, 8: two pairs broadcast to a zip, which ends with one of them") { run in
    let (first, firstReceiver) = Receiver<Box>.make(), (second, secondReceiver) = Receiver<Box>.make()
    let heard = firstReceiver.zip(secondReceiver).map { Box($0.number * 100 + $1.number) }.recordWithEnd()
    run.thread { [1, 2].forEach { first.broadcast(Box($0)) } }
    run.thread {
      [11, 12].forEach { second.broadcast(Box($0)) }
      second.finish()
    }
    run.finally("a tuple or the end is lost, or a tuple is wrong") { heard.numbers == [111, 212] && heard.ends == 1 }
  },
  Scenario("3, 8, 9: two pairs broadcast to a combineLatest that is disposed of") { run in
    let (first, firstReceiver) = Receiver<Box>.make(), (second, secondReceiver) = Receiver<Box>.make()
    let heard = Heard()
    let listening = firstReceiver.combineLatest(secondReceiver).listen { heard.hear($0.number * 100 + $1.number) }
    run.thread { [1, 2].forEach { first.broadcast(Box($0)) } }
    run.thread { second.broadcast(Box(11)) }
    run.thread { listening.dispose() }
    run.finally("a tuple is wrong, or a listener stays") {
      [[], [111], [211], [111, 211]].contains(heard.numbers)
        && firstReceiver.listenerCount == 0 && secondReceiver.listenerCount == 0
    }
  },
  Scenario("8: the last listener of a shared receiver leaves beside a new one") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let shared = receiver.share(), heard = Heard(), later = Heard()
    let listening = shared.listen { heard.hear($0) }
    run.thread { listening.dispose() }
    run.thread { _ = shared.record(later) }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("a value is doubled") { heard.isTail(of: [1]) && later.isTail(of: [1]) }
    run.finally("the new listener is forgotten") {
      transmitter.broadcast(Box(2))
      return shared.listenerCount == 1 && receiver.listenerCount == 1 && later.numbers.last == 2
    }
  },
  Scenario("8, 10: a shared receiver ends beside a new listener") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let shared = receiver.share(), heard = shared.recordWithEnd(), later = Heard()
    run.thread { transmitter.finish() }
    run.thread { _ = shared.recordWithEnd(later) }
    run.finally("the end is not heard once") { heard.ends == 1 && later.ends == 1 }
    run.finally("a listener stays") { shared.listenerCount == 0 && receiver.listenerCount == 0 }
  },
  Scenario("10: a shared receiver is released beside its source, of which a part never ends") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), heard = Heard()
    let held = Held(transmitter), shared = Held(receiver.merge(with: .never).share())
    shared.with { $0.listen { heard.hear($0) } }
    run.thread {
      held.with { $0.broadcast(Box(1)) }
      held.release()
    }
    run.thread { shared.release() }
    run.finally("a value is lost") { heard.numbers == [1] }
  },
  Scenario("9, 10: a shared receiver that never sends is released beside the end of its listener") { run in
    let shared = Held(Receiver<Box>.never.share()), captured = Captured(Box(1))
    let listening = shared.with { $0.listen { [captured] _ in withExtendedLifetime(captured) {} } }
    run.thread { shared.release() }
    run.thread { listening?.dispose() }
    run.finally("the listener is live") { listening?.isDisposed == true }
  },
  Scenario("9: removeAllListeners beside a new listener of a shared receiver") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let shared = receiver.share(), heard = shared.record(), later = Heard()
    run.thread { transmitter.removeAllListeners() }
    run.thread { _ = shared.record(later) }
    run.finally("a listener is half removed") {
      transmitter.broadcast(Box(1))
      return heard.numbers.isEmpty && later.numbers.count == shared.listenerCount
    }
  },
]
