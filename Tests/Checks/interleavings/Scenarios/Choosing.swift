import Airwave

// Operators that choose between sources, or that a second source starts, stops or divides.
nonisolated(unsafe) let choosing: [Scenario] = [
  Scenario("2, 9: of two receivers that answer, one is heard", preemptions: 1, olderValues: 0) { run in
    let (first, a) = Receiver<Box>.make(), (second, b) = Receiver<Box>.make()
    let heard = a.race(with: b).recordWithEnd()
    run.thread { [1, 2].forEach { first.broadcast(Box($0)) } }
    run.thread { [11, 12].forEach { second.broadcast(Box($0)) } }
    run.finally("values of both are heard, or the other listener stays") {
      let isRight =
        [1, 2].first == heard.numbers.first && heard.isTail(of: [1, 2]) && b.listenerCount == 0
        || [11, 12].first == heard.numbers.first && heard.isTail(of: [11, 12]) && a.listenerCount == 0
      [first, second].forEach { $0.finish() }
      return isRight && heard.ends == 1
    }
  },
  Scenario("2, 6: a receiver that replays wins a race that a listener joins beside a value", preemptions: 1) { run in
    let (first, a) = Receiver<Box>.make(strategy: .warm(upTo: 1)), (second, b) = Receiver<Box>.make(strategy: .cold)
    first.broadcast(Box(1))
    second.broadcast(Box(11))
    let heard = Heard()
    run.thread { Receiver.race(a, b).listen { heard.hear($0) } }
    run.thread { first.broadcast(Box(2)) }
    run.finally("values of both are heard, or none") {
      // The second one answers first if the first one is busy.
      let isFirst = [[1, 2], [2]].contains(heard.numbers) && b.listenerCount == 0
      return isFirst || heard.numbers == [11] && a.listenerCount == 0 && withExtendedLifetime(second) { true }
    }
  },
  Scenario("2, 9: a race ends with the source that ends first", preemptions: 1, olderValues: 0) { run in
    let (first, a) = Receiver<Box>.make(), (second, b) = Receiver<Box>.make()
    let heard = Receiver.race([a, b, .never]).recordWithEnd()
    run.thread { first.finish() }
    run.thread { second.broadcast(Box(1)) }
    run.finally("the end is lost, or a value follows it") {
      let isRight = heard.ends == 1 && heard.numbers.isEmpty || heard.ends == 0 && heard.numbers == [1]
      second.finish()
      return isRight && heard.ends == 1 && Receiver<Box>.race([]).replayedWithEnd == []
    }
  },
  Scenario("2, 8: values that come while an inner receiver is heard are dropped", preemptions: 1, olderValues: 0) {
    run in
    let (outer, source) = Receiver<Int>.make(), (inner, values) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    inner.broadcast(Box(0))
    let heard = source.flatMapFirst { _ in values }.recordWithEnd()
    run.thread {
      [1, 2].forEach(outer.broadcast)
      outer.finish()
    }
    run.thread {
      inner.broadcast(Box(3))
      inner.finish()
    }
    run.finally("a value is lost or doubled, or the end is") {
      // The second inner receiver begins if the first one has ended before.
      [[0, 3], [3], [3, 3], [0, 3, 3]].contains(heard.numbers) && heard.ends == 1
    }
  },
  Scenario("2, 7, 8: a second source divides the values of the first", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), (divide, divider) = Receiver<Int>.make(), heard = Heard()
    receiver.collect(until: divider).listen { $0.forEach(heard.hear) }
    run.thread { [1, 2].forEach(transmitter.broadcast) }
    run.thread { divide.broadcast(0) }
    run.finally("a value is lost or doubled") {
      transmitter.finish()
      return heard.numbers == [1, 2] && divider.listenerCount == 0
    }
  },
  Scenario("2, 8, 9: a second source starts and stops the first", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make(), (start, starter) = Receiver<Int>.make()
    let before = receiver.take(until: starter).recordWithEnd(), after = receiver.skip(until: starter).recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { start.broadcast(0) }
    run.finally("a value is lost or reordered") {
      let isRight = [1, 2].starts(with: before.numbers) && after.isTail(of: [1, 2]) && before.ends == 1
      transmitter.finish()
      return isRight && after.ends == 1 && starter.listenerCount == 0
    }
  },
  Scenario("2, 8: the newest value is sampled, beside the ends of both sources", preemptions: 1, olderValues: 0) {
    run in
    let (transmitter, receiver) = Receiver<Box>.make(), (ask, asking) = Receiver<Int>.make()
    let heard = receiver.sample(on: asking).recordWithEnd()
    run.thread {
      [1, 2].forEach { transmitter.broadcast(Box($0)) }
      transmitter.finish()
    }
    run.thread {
      ask.broadcast(0)
      ask.finish()
    }
    run.finally("a value is doubled, or the end is lost") {
      [[], [1], [2], [1, 2]].contains(heard.numbers) && heard.ends == 1
    }
  },
  Scenario("2, 10: work with a limit of two, beside the end", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = receiver.asyncMap(maxConcurrent: 2, buffering: .unbounded) { $0 }.recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread {
      transmitter.broadcast(Box(3))
      transmitter.finish()
    }
    run.finally("a value or the end is lost") {
      performBlocks()
      return heard.ends == 1 && Set(heard.numbers).isSubset(of: [1, 2, 3]) && heard.numbers.contains(3)
    }
  },
  Scenario("4, 9: a connection whose listener has left passes its turn on", olderValues: 0) { run in
    let heard = Heard(), transmitters = Lock<[Transmitter<Box>]>([])
    let created = Receiver<Box>.create { transmitter in
      transmitters.withLock { $0.append(transmitter) }
      return Disposable {}
    }
    let first = created.listen { _ in }
    run.thread { first.dispose() }
    run.thread { created.listen { _ in }.dispose() }
    run.finally("a connection does not begin") {
      performBlocks()
      created.listen { heard.hear($0) }
      performBlocks()
      let last = transmitters.withLock { $0.last }
      last?.broadcast(Box(1))
      last?.finish()
      transmitters.withLock { $0 = [] }
      // A look makes no connection.
      return heard.numbers == [1] && created.latest == nil
    }
  },
]
