import Airwave
import Glibc

// Calls that hold the gate briefly, beside broadcasts.
nonisolated(unsafe) let brief: [Scenario] = [
  Scenario("4: a broadcast beside a thread that joins and leaves is heard on return") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    run.thread {
      transmitter.broadcast(Box(1))
      expect(heard.numbers == [1], "a broadcast returns before its value is heard")
    }
    run.thread { for _ in 0..<2 { receiver.listen { _ in }.dispose() } }
    run.finally("a listener stays") { receiver.listenerCount == 1 && heard.numbers == [1] }
  },
  Scenario("4: two broadcasts beside two threads that leave and clear are heard on return") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = receiver.record(), other = Heard()
    let listening = receiver.listen { other.hear($0) }
    run.thread {
      for number in [1, 2] {
        transmitter.broadcast(Box(number))
        expect(heard.numbers.last == number, "a broadcast returns before its value is heard")
      }
    }
    run.thread { transmitter.clearReplay() }
    run.thread { listening.dispose() }
    run.finally("a value is doubled") {
      heard.numbers == [1, 2] && [[], [1], [1, 2]].contains(other.numbers) && receiver.listenerCount == 1
    }
  },
  Scenario("4: a broadcast beside removeAllListeners is heard on return, or never") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    run.thread {
      transmitter.broadcast(Box(1))
      heard.isOver = true
    }
    run.thread { transmitter.removeAllListeners() }
    run.finally("the listener stays") { receiver.listenerCount == 0 && heard.isTail(of: [1]) }
  },
  Scenario("4: a thread that leaves and clears beside two broadcasts calls no listener") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let heard = Heard(), other = Heard()
    receiver.listen { box in
      expect(thread() != 0, "a call that is no broadcast calls a listener of others")
      heard.hear(box)
    }
    let listening = receiver.listen { other.hear($0) }
    run.thread {
      listening.dispose()
      transmitter.clearReplay()
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value is lost or doubled") {
      heard.isMerge(of: [1], [2]) && other.numbers.count <= 2 && receiver.listenerCount == 1
    }
  },
  Scenario("4: a listener waits for another thread that leaves") { run in
    let (transmitter, receiver) = Receiver<Int>.make()
    let hasLeft = Disposable {}, heard = Heard()
    let first = receiver.listen { _ in }, second = receiver.listen { _ in }
    receiver.listen { number in
      while number == 2 && !hasLeft.isDisposed { sched_yield() }
      heard.hear(number)
    }
    run.thread { transmitter.broadcast(1) }
    run.thread {
      first.dispose()
      transmitter.broadcast(2)
    }
    run.thread {
      second.dispose()
      hasLeft.dispose()
    }
    run.finally("a value is lost or doubled") { heard.isMerge(of: [1], [2]) && receiver.listenerCount == 1 }
  },
  Scenario("4: removeAllListeners and a new listener beside two broadcasts") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), later = Heard()
    receiver.listen { box in
      expect(thread() != 0, "a call that is no broadcast calls a listener of others")
      heard.hear(box)
    }
    run.thread {
      transmitter.removeAllListeners()
      receiver.listen { later.hear($0) }
    }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost or doubled") {
      [[], [1], [1, 2]].contains(heard.numbers) && later.isTail(of: [1, 2]) && receiver.listenerCount == 1
    }
  },
  Scenario("4: two threads that join and leave beside each other") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    run.thread { receiver.listen { _ in }.dispose() }
    run.thread { receiver.listen { heard.hear($0) } }
    run.finally("a listener is forgotten") {
      transmitter.broadcast(Box(1))
      return heard.numbers == [1] && receiver.listenerCount == 1
    }
  },
  Scenario("5: the deinit of a removed listener broadcasts beside another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.record()
    let first = Held(listener(of: receiver) { transmitter.broadcast(Box(11)) })
    run.thread { first.take()?.dispose() }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") { heard.isMerge(of: [1, 2], [11]) }
  },
  Scenario("5: the deinit of listeners that are all removed joins beside another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard()
    _ = listener(of: receiver) { receiver.listen { heard.hear($0) } }
    run.thread { transmitter.removeAllListeners() }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.finally("a listener is lost") { receiver.listenerCount == 1 && heard.isTail(of: [1, 2]) }
  },
  Scenario("5: the deinit of a cleared value broadcasts beside another thread") { run in
    let (transmitter, receiver) = Receiver<Speaker>.make(strategy: .warm(upTo: 1))
    let heard = Heard()
    receiver.listen { heard.hear($0.number) }
    let speech = Held(transmitter)
    transmitter.broadcast(Speaker(1) { speech.take()?.broadcast(Speaker(2)) })
    run.thread { transmitter.clearReplay() }
    run.thread { transmitter.broadcast(Speaker(11)) }
    run.finally("a value is lost or doubled") { heard.isMerge(of: [1, 2], [11]) }
  },
]

/// Makes a listener whose closure is the only owner of an object with a deinit.
func listener(of receiver: Receiver<Box>, deinit: @escaping @Sendable () -> Void) -> Disposable {
  let speaker = Speaker(0, end: `deinit`)
  return receiver.listen { _ in _ = speaker }
}
