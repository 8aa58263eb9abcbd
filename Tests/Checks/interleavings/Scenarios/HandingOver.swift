import Airwave
import Glibc

// A millisecond may pass, so that the holder offers the gate. A thread of the main queue offers it at once.
nonisolated(unsafe) let handingOver: [Scenario] = [
  Scenario("2, 4: three threads broadcast, with an offered gate", olderValues: 0, jumps: 1) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { [11, 12].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(21)) }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1], [11, 12], [21]) }
  },
  Scenario("2, 4: two threads broadcast, with a gate that is offered twice", olderValues: 0, jumps: 2) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { [11, 12, 13].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11, 12, 13]) }
  },
  Scenario("4: the main queue broadcasts, with an offered gate", olderValues: 0, jumps: 1) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.mainThread { transmitter.broadcast(Box(3)) }
    run.finally("a value is lost or doubled") { heard.isMerge(of: [1], [2], [3]) }
  },
  // The second time, the drainer of the first offer is scheduled, and has not begun.
  Scenario("4: the main queue broadcasts, with a gate that is offered twice") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    receiver.listen { box in
      expect(!isOnMainQueue() || box.number < 11, "the main queue delivers a value of another thread")
      heard.hear(box)
    }
    run.mainThread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(11)) }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11]) }
  },
  Scenario("4: a listener broadcasts on the main queue, and is heard on return, beside one that leaves") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), held = Held(transmitter), other = receiver.listen { _ in }
    receiver.listen { box in
      heard.hear(box)
      held.take()?.broadcast(Box(2))
    }
    run.mainThread {
      transmitter.broadcast(Box(1))
      expect(heard.numbers == [1, 2], "a broadcast returns before its value is heard")
    }
    run.thread { other.dispose() }
    run.finally("the listener stays") { withExtendedLifetime(transmitter) { receiver.listenerCount == 1 } }
  },
  Scenario("4: a slow listener does not capture a call", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = Heard(), isCaptured = Flag()
    receiver.listen { number in
      heard.hear(number)
      usleep(1_000)
      if thread() != 0 || number < 11 { return }
      expect(!isCaptured.isSet, "a call delivers for longer than a millisecond")
      isCaptured.isSet = true
    }
    run.thread { transmitter.broadcast(1) }
    run.thread { [11, 12, 13].forEach(transmitter.broadcast) }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1], [11, 12, 13]) }
  },
  Scenario("6: a listener joins, with an offered gate", olderValues: 0, jumps: 1) { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = receiver.record(), later = Heard()
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.thread { _ = receiver.record(later) }
    run.finally("a value is lost or doubled") { heard.isMerge(of: [1], [2]) && later.isTail(of: heard.numbers) }
  },
  Scenario("9: removeAllListeners, with an offered gate", olderValues: 0, jumps: 1) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    receiver.listen { box in expect(box.number != 2, "called with what was sent after its removal") }
    run.thread {
      transmitter.removeAllListeners()
      transmitter.broadcast(Box(2))
    }
    run.thread { transmitter.broadcast(Box(1)) }
    // Two, so that one is pending before the removal when the gate is offered.
    run.thread { [3, 4].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a listener stays") { receiver.listenerCount == 0 }
  },
  Scenario("10: an end, with an offered gate", olderValues: 0, jumps: 1) { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .cold)
    let heard = receiver.recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { transmitter.broadcast(Box(11)) }
    run.thread { transmitter.finish() }
    run.finally("the end is not heard once, after all values") {
      heard.ends == 1 && receiver.replayed.map(\.number) == heard.numbers && receiver.listenerCount == 0
    }
  },
]
