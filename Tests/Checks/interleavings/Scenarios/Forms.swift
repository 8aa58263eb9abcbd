import Airwave
import Synchronization

// What has a form of its own: packs and arrays of receivers, sequences, methods, buffers.
nonisolated(unsafe) let forms: [Scenario] = [
  Scenario("2, 8: the newest values are combined by each form", preemptions: 1, olderValues: 0) { run in
    let (first, a) = Receiver<Int>.make(strategy: .warm(upTo: 1)), (second, b) = Receiver<Int>.make()
    let heard = (0..<6).map { _ in Heard() }
    a.combineLatest(b).listen { heard[0].hear($0 * 10 + $1) }
    a.combineLatest(b, a, b, a, b).listen { first, second, _, _, _, last in
      heard[1].hear(first * 10 + (second == last ? second : 9))
    }
    Receiver.combineLatest(a, b, a).listen { heard[2].hear($0 * 10 + $1 + 0 * $2) }
    a.zip(b, a).listen { heard[3].hear($0 * 10 + $1 + 0 * $2) }
    Receiver.zip(a, b).listen { heard[4].hear($0 * 10 + $1) }
    a.withLatest(from: b, b).listen { heard[5].hear($0 * 10 + $1 + 0 * $2) }
    run.thread { first.broadcast(1) }
    run.thread { second.broadcast(2) }
    run.finally("the newest values are lost") {
      first.broadcast(3)
      return heard[..<3].allSatisfy { $0.numbers.last == 32 } && heard[3].numbers == [12] && heard[4].numbers == [12]
        && heard[5].numbers.last == 32
    }
  },
  Scenario("2, 9, 10: a sequence is iterated for a listener that leaves", preemptions: 1, olderValues: 0) { run in
    let (transmitter, source) = Receiver<Box>.make(strategy: .cold)
    let heard = Heard(), values = source.values.receiver()
    transmitter.broadcast(Box(1))
    let listening = values.listen { heard.hear($0) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.thread { listening.dispose() }
    run.finally("values are reordered, or a listener stays") {
      transmitter.finish()
      performBlocks()
      return [1, 2].starts(with: heard.numbers) && values.listenerCount == 0
    }
  },
  Scenario("7, 9: a buffered sequence is cancelled beside values", preemptions: 1, olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let heard = Heard(), values = receiver.values(buffering: .oldest(1))
    let task = Task.detached {
      for await box in values { heard.hear(box) }
      heard.end()
    }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { task.cancel() }
    run.finally("the task waits, or values are reordered") {
      // The runtime of the language lets a task that leaves the scope of a handler wait while the handler runs. The
      // search does not see the lock that it takes for that. So the buffer of the handler lives until here.
      defer { withExtendedLifetime(values) {} }
      performBlocks()
      return heard.ends == 1 && [[], [1], [2], [1, 2]].contains(heard.numbers) && receiver.listenerCount == 0
    }
  },
  Scenario("8, 11: a shared receiver has a listener on the main actor, and is read", preemptions: 1) { run in
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 1))
    let shared = receiver.share(strategy: .warm(upTo: 1)), heard = Heard()
    shared.listen { @MainActor box in heard.hear(box) }
    run.mainThread { transmitter.broadcast(Box(1)) }
    run.thread {
      let latest = shared.latest
      expect(latest == nil || latest?.number == 1, "a value that was never sent is read")
    }
    run.finally("a value is lost") { heard.numbers == [1] }
  },
  Scenario("10, 11: a method of an owner hears two threads, beside the owner's release") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), owner = Held(Owner())
    owner.with { _ = receiver.listen(with: $0, Owner.hear) }
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { owner.release() }
    run.finally("a listener stays") {
      transmitter.broadcast(Box(3))
      return receiver.listenerCount == 0
    }
  },
  Scenario("4, 8: connections of a created receiver wait for the one that ends", preemptions: 1, olderValues: 0) {
    run in
    let heard = Heard(), transmitters = Lock<[Transmitter<Box>]>([])
    let created = Receiver<Box>.create { transmitter in
      transmitters.withLock { $0.append(transmitter) }
      return Disposable {}
    }
    let first = created.listen { _ in }
    run.thread { first.dispose() }
    run.thread { created.listen { heard.hear($0) } }
    run.finally("a connection does not begin") {
      performBlocks()
      let last = transmitters.withLock { $0.last }
      last?.broadcast(Box(1))
      last?.finish()
      transmitters.withLock { $0 = [] }
      return heard.numbers == [1]
    }
  },
]

extension Owner {
  fileprivate func hear(_ box: Box) { heard.hear(box) }
}
