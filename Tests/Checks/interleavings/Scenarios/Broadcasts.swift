import Airwave

nonisolated(unsafe) let broadcasts: [Scenario] = [
  Scenario("2, 3: two threads broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value is lost or doubled") { heard.isMerge(of: [1], [2]) }
  },
  Scenario("2, 3: two threads broadcast twice") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { [11, 12].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11, 12]) }
  },
  Scenario("2, 3: two threads broadcast plain values to two listeners") { run in
    let (transmitter, receiver) = Receiver<Int>.make()
    let first = Heard(), second = Heard()
    receiver.listen { first.hear($0) }
    receiver.listen {
      second.hear($0)
      expect(first.numbers == second.numbers, "listeners are called in another order than they joined")
    }
    run.thread { [1, 2].forEach(transmitter.broadcast) }
    run.thread { [11, 12].forEach(transmitter.broadcast) }
    run.finally("a value is lost, doubled or reordered") { second.isMerge(of: [1, 2], [11, 12]) }
  },
  Scenario("2, 3: three threads broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(11)) }
    run.thread { transmitter.broadcast(Box(21)) }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11], [21]) }
  },
  Scenario("4: a broadcast beside a joining listener is heard on return") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    let later = Heard()
    run.thread {
      transmitter.broadcast(Box(1))
      expect(heard.numbers == [1], "a broadcast returns before its value is heard")
    }
    run.thread { _ = receiver.record(later) }
    run.finally("a value is doubled") { heard.numbers == [1] && later.isTail(of: [1]) }
  },
  Scenario("4: a broadcast beside a leaving listener is heard on return") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record(), other = Heard()
    let listening = receiver.listen { other.hear($0) }
    run.thread {
      transmitter.broadcast(Box(1))
      expect(heard.numbers == [1], "a broadcast returns before its value is heard")
    }
    run.thread { listening.dispose() }
    run.finally("a listener stays") { receiver.listenerCount == 1 && other.isTail(of: [1]) }
  },
]
