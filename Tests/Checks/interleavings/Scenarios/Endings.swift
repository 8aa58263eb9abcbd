import Airwave

nonisolated(unsafe) let endings: [Scenario] = [
  Scenario("10: an end beside a joining listener and a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let first = receiver.recordWithEnd(), later = Heard()
    run.thread { transmitter.finish() }
    run.thread { _ = receiver.recordWithEnd(later) }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("the end is not heard once") { first.ends == 1 && later.ends == 1 }
    run.finally("a listener stays") { receiver.listenerCount == 0 }
    run.finally("the replay is not what was heard") {
      receiver.replayed.map(\.number) == first.numbers && first.numbers == later.numbers
    }
  },
  Scenario("10: the last two transmitters are released beside a listener that leaves") { run in
    let pair = Receiver<Box>.make()
    let receiver = pair.1, first = Held(pair.0), second = Held(pair.0)
    let heard = Heard()
    let listening = receiver.listen {
      heard.hear($0)
    } onFinish: {
      heard.end()
    }
    run.thread {
      if let transmitter = first.take() { transmitter.broadcast(Box(1)) }
    }
    run.thread { second.release() }
    run.thread { listening.dispose() }
    run.finally("a listener stays") { receiver.listenerCount == 0 && heard.ends <= 1 && heard.isTail(of: [1]) }
  },
  Scenario("10: the last transmitter is released beside a joining listener") { run in
    let pair = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let receiver = pair.1, last = Held(pair.0), heard = Heard()
    pair.0.broadcast(Box(1))
    run.thread { last.release() }
    run.thread { _ = receiver.recordWithEnd(heard) }
    run.finally("the value or the end is not heard once") { heard.numbers == [1] && heard.ends == 1 }
  },
  Scenario("10: two threads finish, and one broadcasts") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .cold)
    let heard = receiver.recordWithEnd()
    run.thread { transmitter.finish() }
    run.thread { transmitter.finish() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.finally("the end is not heard once") { heard.ends == 1 && receiver.replayed.map(\.number) == heard.numbers }
  },
  Scenario("9, 10: an end beside removeAllListeners and dispose") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let first = receiver.recordWithEnd(), second = Heard()
    let listening = receiver.listen {
      second.hear($0)
    } onFinish: {
      second.end()
    }
    run.thread { transmitter.finish() }
    run.thread { transmitter.removeAllListeners() }
    run.thread { listening.dispose() }
    run.finally("a listener stays") { receiver.listenerCount == 0 && first.ends <= 1 && second.ends <= 1 }
  },
]
