import Airwave

// Calls that are no broadcasts, and call a listener of their own. They offer the gate if others have broadcast
// meanwhile.
nonisolated(unsafe) let guests: [Scenario] = [
  Scenario("4, 6: a listener hears its replay beside two broadcasts") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(0))
    let heard = receiver.recordElsewhere(than: 0), later = Heard()
    run.thread { _ = receiver.record(later) }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value is lost or doubled") {
      heard.isMerge(of: [0], [1], [2]) && !later.numbers.isEmpty && later.isTail(of: heard.numbers)
    }
  },
  Scenario("4, 6: a listener broadcasts in its replay beside another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(0))
    let heard = receiver.record(), later = Heard(), held = Held(transmitter)
    run.thread {
      receiver.listen { box in
        later.hear(box)
        held.take()?.broadcast(Box(1))
      }
    }
    run.thread { transmitter.broadcast(Box(11)) }
    run.finally("a value is lost or doubled") {
      heard.isMerge(of: [0], [1], [11]) && !later.numbers.isEmpty && later.isTail(of: heard.numbers)
    }
  },
  Scenario("4: a broadcast in a replay is heard on return, beside a listener that leaves") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(0))
    let heard = receiver.record(), held = Held(transmitter), other = receiver.listen { _ in }
    run.thread {
      receiver.listen { _ in held.take()?.broadcast(Box(1)) }
      expect(heard.numbers == [0, 1], "a broadcast returns before its value is heard")
    }
    run.thread { other.dispose() }
    run.finally("the listener stays") { withExtendedLifetime(transmitter) { receiver.listenerCount == 2 } }
  },
  Scenario("4: a listener that hears its replay releases no listener of another thread") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(0))
    let first = Held(listener(of: receiver) { expect(thread() != 0, "a call runs code of others") })
    run.thread { receiver.listen { _ in } }
    run.thread { first.take()?.dispose() }
    run.finally("the listener stays") { withExtendedLifetime(transmitter) { receiver.listenerCount == 1 } }
  },
  Scenario("4, 10: an end beside two broadcasts calls no listener with a value") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .cold)
    let heard = Heard()
    receiver.listen { box in
      expect(thread() != 0, "a call that is no broadcast calls a listener of others")
      heard.hear(box)
    } onFinish: {
      heard.end()
    }
    run.thread { transmitter.finish() }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("the end is not heard once, after all values") {
      heard.ends == 1 && receiver.replayed.map(\.number) == heard.numbers && receiver.listenerCount == 0
    }
  },
  Scenario("4, 10: an end beside a joining listener does not call it with its replay") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    transmitter.broadcast(Box(0))
    let first = receiver.recordWithEnd(), later = Heard()
    run.thread { transmitter.finish() }
    run.thread {
      receiver.listen { box in
        expect(thread() != 0, "a call that is no broadcast calls a listener of others")
        later.hear(box)
      } onFinish: {
        later.end()
      }
    }
    run.finally("the value or the end is not heard once") {
      first.ends == 1 && later.ends == 1 && later.numbers == [0]
    }
  },
  Scenario("10: two ends beside a listener that broadcasts when it hears its end") { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .cold)
    let heard = Heard(), held = Held(transmitter)
    receiver.listen {
      heard.hear($0)
    } onFinish: {
      heard.end()
      held.take()?.broadcast(Box(2))
    }
    run.thread { transmitter.finish() }
    run.thread {
      transmitter.broadcast(Box(1))
      transmitter.finish()
    }
    run.finally("a value follows the end") { heard.ends == 1 && receiver.replayed.map(\.number) == heard.numbers }
  },
]

extension Receiver<Box> {
  /// Records what a listener hears, on all threads but one.
  fileprivate func recordElsewhere(than other: CInt) -> Heard {
    let heard = Heard()
    listen { box in
      expect(box.number == 0 || thread() != other, "a call that is no broadcast calls a listener of others")
      heard.hear(box)
    }
    return heard
  }
}
