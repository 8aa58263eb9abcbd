import Airwave

// Operators that join other sources while they run.
nonisolated(unsafe) let switching: [Scenario] = [
  Scenario("2, 8: an inner receiver replays while it is joined, beside its broadcasts") { run in
    let (outer, source) = Receiver<Int>.make()
    let (inner, values) = Receiver<Box>.make(strategy: .warm(upTo: 2))
    inner.broadcast(Box(1))
    let heard = source.flatMap { _ in values }.recordWithEnd()
    run.thread { outer.broadcast(0) }
    run.thread { [2, 3].forEach { inner.broadcast(Box($0)) } }
    run.finally("a value is lost, doubled or reordered") {
      [outer.finish, inner.finish].forEach { $0() }
      return heard.isTail(of: [1, 2, 3]) && heard.numbers.count >= 2 && heard.ends == 1
    }
  },
  Scenario("2, 8: flatMap joins one receiver after the other, beside the end of the first") { run in
    let (outer, source) = Receiver<Int>.make()
    let (first, one) = Receiver<Box>.make(), (second, two) = Receiver<Box>.make(strategy: .cold)
    second.broadcast(Box(2))
    let heard = source.flatMap(maxConcurrent: 1) { $0 == 1 ? one : two }.record()
    outer.broadcast(1)
    run.thread { outer.broadcast(2) }
    run.thread {
      first.broadcast(Box(1))
      first.finish()
    }
    run.finally("a value is lost, doubled or reordered") { heard.numbers == [1, 2] }
  },
  Scenario("8, 9: a switch leaves the former receiver beside its broadcasts") { run in
    let (outer, source) = Receiver<Receiver<Box>>.make()
    let (first, one) = Receiver<Box>.make(), (second, two) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    second.broadcast(Box(11))
    let heard = source.switchToLatest().recordWithEnd()
    outer.broadcast(one)
    run.thread { outer.broadcast(two) }
    run.thread { [1, 2].forEach { first.broadcast(Box($0)) } }
    run.finally("a value of the former receiver comes after the switch") {
      [outer.finish, second.finish].forEach { $0() }
      let before = heard.numbers.dropLast()
      return heard.numbers.last == 11 && [1, 2].starts(with: before) && heard.ends == 1 && one.listenerCount == 0
    }
  },
  Scenario("8, 9: flatMapLatest is disposed of beside both of its sources", olderValues: 0) { run in
    let (outer, source) = Receiver<Int>.make(), (inner, values) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    inner.broadcast(Box(1))
    let heard = Heard(), listening = source.flatMapLatest { _ in values }.listen { heard.hear($0) }
    run.thread { outer.broadcast(0) }
    run.thread { inner.broadcast(Box(2)) }
    run.thread { listening.dispose() }
    run.finally("a listener stays, or values are reordered") {
      [[], [1], [2], [1, 2]].contains(heard.numbers) && source.listenerCount == 0 && values.listenerCount == 0
    }
  },
  Scenario("2, 8: a sample is the newest value, beside broadcasts of both") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), (ticks, other) = Receiver<Int>.make()
    let heard = receiver.sample(on: other).recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { ticks.broadcast(0) }
    run.finally("a value comes twice, or is reordered") {
      ticks.broadcast(0)
      transmitter.finish()
      ticks.finish()
      return heard.numbers.last == 2 && heard.isTail(of: [1, 2]) && heard.ends == 1
    }
  },
  Scenario("2, 8: the latest values of three receivers, beside their ends", preemptions: 1, olderValues: 0) { run in
    let pairs = (0..<3).map { _ in Receiver<Int>.make(strategy: .warm(upTo: 1)) }
    pairs.forEach { $0.transmitter.broadcast(0) }
    let heard = Heard(), list = Heard(), receivers = pairs.map(\.receiver)
    receivers[0].combineLatest(receivers[1], receivers[2]).listen {
      heard.hear($0 * 100 + $1 * 10 + $2)
    } onFinish: {
      heard.end()
    }
    Receiver.combineLatest(receivers).listen { list.hear($0[0] * 100 + $0[1] * 10 + $0[2]) }
    for (index, pair) in pairs.enumerated() {
      run.thread {
        pair.transmitter.broadcast(index + 1)
        pair.transmitter.finish()
      }
    }
    run.finally("the newest values or the end is lost") {
      heard.numbers.last == 123 && heard.numbers.count == 4 && heard.ends == 1 && list.numbers.last == 123
    }
  },
  Scenario("2, 8: a zip of an array ends with the first source whose values are used up") { run in
    let first = Receiver<Box>.make(), second = Receiver<Box>.make(), heard = Heard()
    makeRequest(of: first.transmitter, first.receiver)
    Receiver.zip([first.receiver, second.receiver]).listen {
      heard.hear($0[0].number * 10 + $0[1].number)
    } onFinish: {
      heard.end()
    }
    run.thread { [1, 2].forEach { first.transmitter.broadcast(Box($0)) } }
    run.thread {
      second.transmitter.broadcast(Box(1))
      second.transmitter.finish()
    }
    run.finally("a pair or the end is lost") { heard.numbers == [11] && heard.ends == 1 }
  },
  Scenario("2, 8: each value has the latest of another receiver, which ends") { run in
    let (transmitter, receiver) = Receiver<Int>.make(), (other, latest) = Receiver<Int>.make(), heard = Heard()
    other.broadcast(0)
    receiver.withLatest(from: latest).listen {
      heard.hear($0 * 10 + $1)
    } onFinish: {
      heard.end()
    }
    receiver.withLatest(from: latest, latest).listen { expect($1 == $2, "one value is older") }
    run.thread { [1, 2].forEach(transmitter.broadcast) }
    run.thread {
      other.broadcast(5)
      other.finish()
    }
    run.finally("a value is lost or doubled") {
      transmitter.finish()
      return [[], [25], [15, 25]].contains(heard.numbers) && heard.ends == 1
    }
  },
  Scenario("8, 9: values are skipped and taken until another receiver sends") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), (other, signal) = Receiver<Int>.make()
    let rest = receiver.skip(until: signal).record(), taken = receiver.take(until: signal).recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { other.broadcast(0) }
    run.finally("values are lost or reordered") {
      taken.ends == 1 && rest.isTail(of: [1, 2]) && [1, 2].starts(with: taken.numbers) && signal.listenerCount == 0
    }
  },
  Scenario("4, 8: a created receiver connects each listener in its turn", olderValues: 0) { run in
    let heard = Heard(), count = Lock(0)
    let created = Receiver<Box>.create { transmitter in
      count.withLock { $0 += 1 }
      transmitter.broadcast(Box(1))
      transmitter.broadcast(Box(2))
      transmitter.finish()
      return Disposable { count.withLock { $0 -= 1 } }
    }
    run.thread { created.listen { heard.hear($0) } }
    run.thread { created.listen { _ in }.dispose() }
    run.finally("values are lost or reordered") { heard.isTail(of: [1, 2]) }
    run.finally("a connection stays") { count.withLock { $0 } == 0 }
  },
  Scenario("2, 9: a receiver is forwarded to a transmitter, beside its dispose") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), (next, last) = Receiver<Box>.make()
    let heard = last.record(), forwarding = receiver.forward(to: next)
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { forwarding.dispose() }
    run.finally("values are lost or reordered") { [1, 2].starts(with: heard.numbers) && receiver.listenerCount == 0 }
  },
]

/// Broadcasts from inside of a listener, because the runtime makes the type of a request when it is needed first.
private func makeRequest(of transmitter: Transmitter<Box>, _ receiver: Receiver<Box>) {
  let listening = receiver.listen { if $0.number == 1 { transmitter.broadcast(Box(2)) } }
  transmitter.broadcast(Box(1))
  listening.dispose()
}
