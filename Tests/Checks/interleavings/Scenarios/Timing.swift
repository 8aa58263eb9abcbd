import Airwave
import Synchronization

// A thread moves the clock beside threads that broadcast, join and leave.
nonisolated(unsafe) let timing: [Scenario] = [
  Scenario("2, 8: each value passes a delay once, beside the clock") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell()
    let heard = receiver.delay(for: .seconds(2), clock: clock).recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { clock.advance(by: .seconds(2)) }
    run.finally("a value or the end is lost, doubled or reordered") {
      transmitter.finish()
      clock.advance(by: .seconds(5))
      return heard.numbers == [1, 2] && heard.ends == 1
    }
  },
  Scenario(
    "8, 9: a listener behind a delay leaves beside the alarm and a value",
    // Three threads: without optimization, the search with two preemptions takes too long.
    preemptions: _isDebugAssertConfiguration() ? 1 : 2,
    olderValues: 0
  ) { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell()
    let heard = Heard(), later = receiver.delay(for: .seconds(1), clock: clock)
    let first = later.listen { _ in }
    later.listen { heard.hear($0) }
    transmitter.broadcast(Box(1))
    run.thread { first.dispose() }
    run.thread { clock.advance(by: .seconds(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.finally("a value is lost, doubled or reordered") {
      transmitter.finish()
      clock.advance(by: .seconds(9))
      return heard.numbers == [1, 2]
    }
  },
  Scenario("8, 10: a value waits behind a delay while the last source of its listener ends", olderValues: 0) { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell(), heard = Heard()
    receiver.merge(with: .never).delay(for: .seconds(1), clock: clock).listen { heard.hear($0) }
    transmitter.broadcast(Box(1))
    run.thread { clock.advance(by: .seconds(1)) }
    run.thread {
      transmitter.broadcast(Box(2))
      transmitter.finish()
    }
    run.finally("a value is lost, doubled or reordered") {
      clock.advance(by: .seconds(9))
      return heard.numbers == [1, 2]
    }
  },
  Scenario("8: a debounce beside the clock forwards the newest value") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell()
    let heard = receiver.debounce(for: .seconds(1), clock: clock).recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { clock.advance(by: .seconds(1)) }
    run.finally("the newest value or the end is lost") {
      transmitter.finish()
      clock.advance(by: .seconds(9))
      return heard.numbers.last == 2 && heard.isTail(of: [1, 2]) && heard.ends == 1
    }
  },
  Scenario("8: a throttle beside the clock forwards the first and the latest") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell()
    let heard = receiver.throttle(for: .seconds(1), clock: clock).recordWithEnd()
    run.thread { [1, 2, 3].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { clock.advance(by: .seconds(1)) }
    run.finally("the first, the latest or the end is lost") {
      transmitter.finish()
      clock.advance(by: .seconds(9))
      return heard.numbers.first == 1 && heard.numbers.last == 3 && heard.ends == 1
    }
  },
  Scenario("8: silence is noticed once, beside a value and the clock") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell(), heard = Heard()
    receiver.silence(for: .seconds(1), clock: clock).listen {
      heard.hear(1)
    } onFinish: {
      heard.end()
    }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { clock.advance(by: .seconds(1)) }
    run.finally("silence is heard never, or twice") {
      clock.advance(by: .seconds(9))
      transmitter.finish()
      return [[1], [1, 1]].contains(heard.numbers) && heard.ends == 1
    }
  },
  Scenario("8: no value of a batch is lost, beside the clock and the end") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell(), heard = Heard()
    receiver.collect(count: 2, for: .seconds(1), clock: clock).listen { batch in
      batch.forEach { heard.hear($0) }
    } onFinish: {
      heard.end()
    }
    run.thread { [1, 2, 3].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { clock.advance(by: .seconds(1)) }
    run.finally("a value or the end is lost") {
      transmitter.finish()
      clock.advance(by: .seconds(9))
      return heard.numbers == [1, 2, 3] && heard.ends == 1
    }
  },
  Scenario("8, 9: an interval ends beside values") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell()
    let taken = receiver.take(for: .seconds(1), clock: clock).recordWithEnd()
    let rest = receiver.skip(for: .seconds(1), clock: clock).recordWithEnd()
    run.thread { [1, 2].forEach { transmitter.broadcast(Box($0)) } }
    run.thread { clock.advance(by: .seconds(1)) }
    run.finally("values are lost or reordered") {
      transmitter.finish()
      return [1, 2].starts(with: taken.numbers) && rest.isTail(of: [1, 2]) && taken.ends == 1 && rest.ends == 1
    }
  },
  Scenario("9: the last listener of a timer leaves beside a tick and a new listener", olderValues: 0) { run in
    let clock = Bell(), timer = Receiver<Void>.timer(every: .seconds(1), clock: clock)
    let first = timer.listen {}, heard = Heard()
    run.thread { first.dispose() }
    run.thread { clock.advance(by: .seconds(1)) }
    run.thread { timer.take(count: 1).listen { heard.hear(1) } }
    run.finally("a tick is lost") {
      clock.advance(by: .seconds(2))
      return heard.numbers == [1]
    }
    run.finally("the timer goes on") { timer.listenerCount == 0 }
  },
  Scenario("9: a shared receiver lingers, beside a new listener and the clock") { run in
    let (transmitter, receiver) = Receiver<Box>.make(), clock = Bell()
    let shared = receiver.share(strategy: .warm(upTo: 1), lingering: .seconds(1), clock: clock)
    let first = shared.listen { _ in }, heard = Heard()
    transmitter.broadcast(Box(1))
    run.thread { first.dispose() }
    run.thread { clock.advance(by: .seconds(1)) }
    run.thread { shared.listen { heard.hear($0) }.dispose() }
    run.finally("the connection stays, or a value is heard twice") {
      clock.advance(by: .seconds(9))
      let isOver = withExtendedLifetime(transmitter) { receiver.listenerCount == 0 }
      return isOver && [[], [1]].contains(heard.numbers)
    }
  },
  Scenario("8: a connection that lingers again does not end with its first pause", preemptions: 1, olderValues: 0) {
    run in
    let (transmitter, receiver) = Receiver<Int>.make(), clock = Bell()
    let shared = receiver.share(lingering: .seconds(1), clock: clock), wasLate = Flag()
    shared.listen { _ in }.dispose()
    run.thread { clock.advance(by: .seconds(1)) }
    run.thread {
      wasLate.isSet = clock.now.offset == .seconds(1)
      shared.listen { _ in }.dispose()
    }
    run.finally("the connection ends too early") {
      withExtendedLifetime(transmitter) { !wasLate.isSet || receiver.listenerCount == 1 }
    }
    run.finally("the connection stays") {
      clock.advance(by: .seconds(9))
      return receiver.listenerCount == 0
    }
  },
  Scenario("6, 7: values of a warm pair grow old beside a new listener and a broadcast") { run in
    let clock = Bell()
    let (transmitter, receiver) = Receiver<Box>.make(strategy: .warm(upTo: 4, for: .seconds(1), clock: clock))
    transmitter.broadcast(Box(1))
    let heard = Heard()
    run.thread { clock.advance(by: .seconds(1)) }
    run.thread { transmitter.broadcast(Box(2)) }
    run.thread { receiver.listen { heard.hear($0) } }
    run.finally("a value is lost, doubled or reordered") {
      clock.advance(by: .seconds(9))
      // A value that is old when the listener joins is not heard.
      return heard.isTail(of: [1, 2]) && receiver.latest == nil
    }
  },
  Scenario("9: an alarm is removed beside others and a sleeper that wakes") { run in
    let sleepers = Lock<[(Duration) -> Duration?]>([]), now = Cell(), rung = Lock<[Int]>([])
    let queue = AlarmQueue {
      .seconds(now.value.load(ordering: .acquiring))
    } sleep: { _, ring in
      sleepers.withLock { $0.append(ring) }
    }
    let wake: @Sendable () -> Void = {
      for ring in sleepers.withLock({ exchange(&$0, with: []) }) {
        if ring(.seconds(1)) != nil { sleepers.withLock { $0.append(ring) } }
      }
    }
    let cancel = queue.setAlarm(at: .seconds(1)) { rung.withLock { $0.append(1) } }
    _ = queue.setAlarm(at: .seconds(1)) { rung.withLock { $0.append(2) } }
    let third = queue.setAlarm(at: .seconds(1)) { rung.withLock { $0.append(3) } }
    third()
    run.thread { cancel() }
    run.thread {
      now.value.store(1, ordering: .releasing)
      wake()
    }
    run.thread { _ = queue.setAlarm(at: .zero) { rung.withLock { $0.append(4) } } }
    run.finally("an alarm is lost, or rings twice") {
      now.value.store(20, ordering: .releasing)
      for _ in 0..<3 { wake() }
      let all = rung.withLock { $0 }.sorted()
      return all == [1, 2, 4] || all == [2, 4]
    }
  },
]

/// Replaces a value, and returns the former one.
private func exchange<Value>(_ value: inout Value, with next: Value) -> Value {
  defer { value = next }
  return value
}
