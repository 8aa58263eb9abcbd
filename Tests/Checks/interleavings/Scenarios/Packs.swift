import Airwave

// The forms of an operator for each number of receivers, and with a closure. Each makes what the form for a pack makes.
nonisolated(unsafe) let packs: [Scenario] = [
  Scenario("2, 8: three receivers and more are combined", preemptions: 0, olderValues: 0) { run in
    let (first, a) = Receiver<Int>.make(strategy: .warm(upTo: 1)), (second, b) = Receiver<Int>.make()
    let heard = (0..<8).map { _ in Heard() }
    a.combineLatest(b, a, b).listen { heard[0].hear($0 + $1 + 0 * ($2 + $3)) }
    a.combineLatest(b, a, b, a).listen { first, second, _, _, _ in heard[1].hear(first + second) }
    Receiver.combineLatest(a, b).listen { heard[2].hear($0 + $1) }
    Receiver.combineLatest(a, b, a, b).listen { heard[3].hear($0 + $1 + 0 * ($2 + $3)) }
    Receiver.combineLatest(a, b, a, b, a).listen { first, second, _, _, _ in heard[4].hear(first + second) }
    a.combineLatest(b, a, b, a, b, a).listen { first, second, _, _, _, _, _ in heard[5].hear(first + second) }
    Receiver.combineLatest([a, b]).listen { heard[6].hear($0.reduce(0, +)) }
    Receiver.combineLatest([]).listen { (_: [Int]) in heard[7].hear(0) }
    run.thread { first.broadcast(1) }
    run.thread { second.broadcast(10) }
    run.finally("the newest values are lost") {
      first.broadcast(2)
      return heard[..<7].allSatisfy { $0.numbers.last == 12 } && heard[7].numbers.isEmpty
        && Receiver.combineLatest(a, b).listenerCount == a.listenerCount + b.listenerCount
        && Receiver.combineLatest([a, b]).listenerCount == a.combineLatest(b, b).listenerCount - b.listenerCount
    }
  },
  Scenario("2, 8: two to four receivers are combined by a closure", preemptions: 0, olderValues: 0) { run in
    let (first, a) = Receiver<Int>.make(strategy: .warm(upTo: 1)), (second, b) = Receiver<Int>.make()
    let combined: [Receiver<Int>] = [
      a.combineLatest(b, transform: +),
      a.combineLatest(b, a) { $0 + $1 + 0 * $2 },
      a.combineLatest(b, a, b) { $0 + $1 + 0 * ($2 + $3) },
      Receiver.combineLatest(a, b, transform: +),
      Receiver.combineLatest(a, b, a) { $0 + $1 + 0 * $2 },
      Receiver.combineLatest(a, b, a, b) { $0 + $1 + 0 * ($2 + $3) },
    ]
    let heard = combined.map { _ in Heard() }
    for (heard, receiver) in zip(heard, combined) { receiver.listen { heard.hear($0) } }
    run.thread { first.broadcast(1) }
    run.thread { second.broadcast(10) }
    run.finally("the newest values are lost") {
      first.broadcast(2)
      return heard.allSatisfy { $0.numbers.last == 12 }
    }
  },
  Scenario("2, 8: two receivers and more are zipped", preemptions: 0, olderValues: 0) { run in
    let (first, a) = Receiver<Int>.make(), (second, b) = Receiver<Int>.make()
    let heard = (0..<8).map { _ in Heard() }
    a.zip(b, transform: +).listen { heard[0].hear($0) }
    a.zip(b, a) { $0 + $1 + 0 * $2 }.listen { heard[1].hear($0) }
    a.zip(b, a, b) { $0 + $1 + 0 * ($2 + $3) }.listen { heard[2].hear($0) }
    Receiver.zip(a, b, transform: +).listen { heard[3].hear($0) }
    Receiver.zip(a, b, a) { $0 + $1 + 0 * $2 }.listen { heard[4].hear($0) }
    Receiver.zip(a, b, a, b) { $0 + $1 + 0 * ($2 + $3) }.listen { heard[5].hear($0) }
    a.zip(b, a, b, a, b, a).listen { first, second, _, _, _, _, _ in heard[6].hear(first + second) }
    Receiver.zip([a, b]).listen { heard[7].hear($0.reduce(0, +)) }
    run.thread { first.broadcast(1) }
    run.thread { second.broadcast(10) }
    run.finally("a pair is lost") {
      heard.allSatisfy { $0.numbers == [11] } && Receiver<Int>.zip([]).latest == nil
        && Receiver.zip(a, b).listenerCount == a.listenerCount + b.listenerCount
        && Receiver.zip([a, b]).listenerCount == a.zip(b, b).listenerCount - b.listenerCount
    }
  },
  Scenario("2, 8: a value meets the newest of one receiver and more", preemptions: 0, olderValues: 0) { run in
    let (first, a) = Receiver<Int>.make(), (second, b) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let heard = (0..<4).map { _ in Heard() }
    second.broadcast(10)
    a.withLatest(from: b, transform: +).listen { heard[0].hear($0) }
    a.withLatest(from: b, b) { $0 + $1 + 0 * $2 }.listen { heard[1].hear($0) }
    a.withLatest(from: b, b, b) { $0 + $1 + 0 * ($2 + $3) }.listen { heard[2].hear($0) }
    a.withLatest(from: b, b, b, b, b, b).listen { first, second, _, _, _, _, _ in heard[3].hear(first + second) }
    run.thread { first.broadcast(1) }
    run.thread { second.broadcast(20) }
    run.finally("a value is lost") {
      heard.allSatisfy { [[11], [21]].contains($0.numbers) } && a.withLatest(from: b, b).listenerCount == 4
    }
  },
  Scenario("2, 8: receivers are merged, and those that a receiver sends", preemptions: 1, olderValues: 0) { run in
    let (first, a) = Receiver<Box>.make(), (second, b) = Receiver<Box>.make()
    let heard = Receiver.merge(a, b, .empty).recordWithEnd()
    let flat = Receiver.just(a, b).merge().recordWithEnd()
    run.thread { first.broadcast(Box(1)) }
    run.thread { second.broadcast(Box(11)) }
    run.finally("a value or the end is lost") {
      let count = Receiver.merge(a, b).listenerCount
      [first, second].forEach { $0.finish() }
      return [heard, flat].allSatisfy { $0.isMerge(of: [1], [11]) && $0.ends == 1 } && count == 4
        && Receiver<Box>.merge([]).replayedWithEnd == []
    }
  },
  Scenario("2, 10: the first value that satisfies a predicate is awaited beside two threads", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), heard = Heard()
    run.thread {
      Task.detached { heard.hear(await receiver.first { $0 > 1 } ?? 0) }
    }
    run.thread { [1, 2].forEach(transmitter.broadcast) }
    run.finally("the task waits, or hears another value") {
      transmitter.finish()
      performBlocks()
      return [[0], [2]].contains(heard.numbers)
    }
  },
  Scenario("2, 10: work that fails beside work that does not", preemptions: 0, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), heard = (0..<2).map { _ in Heard() }
    receiver.asyncMap(buffering: .unbounded, failIfOne).listen { heard[0].hear((try? $0.get()) ?? -1) }
    receiver.mapLatest(failIfOne).listen { heard[1].hear((try? $0.get()) ?? -1) }
    run.thread { transmitter.broadcast(1) }
    run.thread { transmitter.broadcast(2) }
    run.finally("a result is lost") {
      performBlocks()
      return heard[0].isMerge(of: [-1], [2]) && Set(heard[1].numbers).isSubset(of: [-1, 2])
    }
  },
  Scenario("2, 10: work that fails beside work that goes on", preemptions: 0, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), heard = (0..<2).map { _ in Heard() }
    receiver.asyncMap(failIfOne).listen { heard[0].hear((try? $0.get()) ?? -1) }
    receiver.asyncMap(maxConcurrent: 2, failIfOne).listen { heard[1].hear((try? $0.get()) ?? -1) }
    run.thread { transmitter.broadcast(1) }
    run.thread { transmitter.broadcast(2) }
    run.finally("a result is lost") {
      performBlocks()
      return heard.allSatisfy { $0.isMerge(of: [-1], [2]) }
    }
  },
  Scenario("2, 10: a sequence that fails is iterated beside its values", preemptions: 1, olderValues: 0) { run in
    let (transmitter, source) = Receiver<Int>.make(strategy: .cold), heard = Heard()
    run.thread {
      Failing(values: source.values).results().listen {
        heard.hear((try? $0.get()) ?? -1)
      } onFinish: {
        heard.end()
      }
    }
    run.thread { [1, 2].forEach(transmitter.broadcast) }
    run.finally("a value, the failure or the end is lost") {
      performBlocks()
      return heard.numbers == [1, -1] && heard.ends == 1 && withExtendedLifetime(transmitter) { true }
    }
  },
  Scenario("2, 10: optional targets are bound, beside the release of one", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Int>.make(), target = Held(OptionalTarget()), variable = Variable<Int?>()
    target.with { _ = receiver.bind(to: \.number, on: $0) }
    receiver.bind(to: variable)
    run.thread { transmitter.broadcast(1) }
    run.thread { target.release() }
    run.finally("a listener stays, or a value is lost") {
      transmitter.broadcast(2)
      return receiver.listenerCount == 1 && variable.value == 2 && variable.projectedValue.latest == 2
    }
  },
]

private struct Odd: Error {}

@Sendable private func failIfOne(_ number: Int) async throws(Odd) -> Int {
  if number == 1 { throw Odd() }
  return number
}

private final class OptionalTarget: @unchecked Sendable {
  @exclusivity(unchecked) var number: Int?
}

/// A sequence that throws instead of its second element.
private struct Failing: AsyncSequence, Sendable {
  struct Failure: Error {}

  struct Iterator: AsyncIteratorProtocol {
    var values: ReceiverValues<Int>.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Failing.Failure) -> Int? {
      guard let number = await values.next(isolation: actor) else { return nil }
      if number == 2 { throw Failing.Failure() }
      return number
    }
  }

  let values: ReceiverValues<Int>

  func makeAsyncIterator() -> Iterator { Iterator(values: values.makeAsyncIterator()) }
}
