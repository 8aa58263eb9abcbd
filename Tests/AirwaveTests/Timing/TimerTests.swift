import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.timer", .timeLimit(.minutes(1)))
struct TimerTests {
  @Test("ticks at the start plus each multiple of the interval")
  func ticks() async throws {
    let clock = ManualClock(at: .init(offset: .seconds(7)))
    let ticks = Receiver.timer(every: .seconds(10), clock: clock).record()
    for number in 1...5 {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(9))
      ticks.expectNoValues()
      clock.advance(by: .seconds(1))
      #expect(try await ticks.next(within: .seconds(45)).offset == .seconds(7 + 10 * number))
    }
  }

  @Test("starts with the first listener, stops with the last, and starts again")
  func life() async throws {
    let clock = ManualClock()
    let timer = Receiver.timer(every: .seconds(10), clock: clock)
    let counts = [clock.sleeperCount, timer.listenerCount, timer.replayed.count]
    for start in [0, 12] {
      let first = timer.record()
      await clock.waitForSleepers()
      clock.advance(by: .seconds(3))
      let second = timer.map { $0 }.record()
      #expect([clock.sleeperCount, timer.listenerCount] == [1, 2])
      clock.advance(by: .seconds(7))
      #expect(try await first.next(within: .seconds(45)).offset == .seconds(start + 10))
      #expect(try await second.next(within: .seconds(45)).offset == .seconds(start + 10))
      await clock.waitForSleepers()
      clock.advance(by: .seconds(2))
    }
    await until { clock.sleeperCount == 0 }

    #expect(counts == [0, 0, 0])
    #expect([clock.sleeperCount, timer.listenerCount] == [0, 0])
  }

  @Test("does not drift when it is woken late, and of ticks that are due gives the newest alone")
  func late() async throws {
    let clock = ManualClock()
    let ticks = Receiver.timer(every: .seconds(10), clock: clock).record()
    var heard: [Int] = []
    for step in [10, 13, 7, 35, 5] {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(step))
      heard.append(Int(try await ticks.next(within: .seconds(45)).offset.components.seconds))
    }

    #expect(heard == [10, 20, 30, 60, 70])
  }

  @Test("a slow listener misses ticks instead of hearing them later")
  func slow() async throws {
    let clock = ManualClock()
    let timer = Receiver.timer(every: .seconds(10), clock: clock)
    let ticks = timer.handleEvents(onValue: { if $0.offset == .seconds(10) { clock.advance(by: .seconds(45)) } })
      .record()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    let missed = try await ticks.next(2, within: .seconds(45))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))

    #expect(missed.map(\.offset) == [.seconds(10), .seconds(50)])
    #expect(try await ticks.next(within: .seconds(45)).offset == .seconds(60))
  }

  @Test("a listener that leaves inside a tick stops it", arguments: [true, false])
  func leavesInside(byTake: Bool) async {
    let (clock, watch, token) = (ManualClock(), TaskCount(), Box<Disposable>())
    let heard = Heard<Int>()
    var timer: Receiver<ManualClock.Instant>? = watch.timer(every: .seconds(10), clock)
    token.content = timer?.take(count: byTake ? 2 : 9).listen { instant in
      heard.append(Int(instant.offset.components.seconds))
      if heard.values.count == 2 { token.content?.dispose() }
    }
    for _ in 0..<2 {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(10))
    }
    await until { timer?.listenerCount == 0 }
    timer = nil
    await until { watch.isIdle }

    #expect(heard.values == [10, 20])
    #expect(watch.isIdle && clock.sleeperCount == 0)
  }

  @Test("the task and all it holds are released when the last listener is disposed of")
  func releases() async {
    let (clock, watch, captured) = (ManualClock(), TaskCount(), Tally())
    for count in 1...100 {
      let witness = Witness { captured.add(1) }
      let listening = watch.timer(every: .seconds(10), clock).listen { _ in withExtendedLifetime(witness) {} }
      if count.isMultiple(of: 2) { await clock.waitForSleepers() }
      listening.dispose()
    }
    await until { watch.isIdle && captured.count == 100 }

    #expect(watch.isIdle && captured.count == 100 && clock.sleeperCount == 0)
  }

  @Test("finishes if its clock refuses to sleep")
  func refused() async throws {
    let ticks = Receiver.timer(every: .seconds(1), clock: BrokenClock()).record()
    try await ticks.finish(allowingUnread: true, within: .seconds(45))
    #expect(ticks.values == [])
  }

  @Test("a century stands for all intervals that are longer")
  func longest() async {
    let clock = ManualClock(at: .init(offset: .seconds(1_000_000)))
    let listening = Receiver.timer(every: .seconds(Int64.max), clock: clock).listen { _ in }
    await clock.waitForSleepers()
    listening.dispose()

    #expect(clock.sleeperCount == 0)
  }

  @Test("ticks on the continuous clock, later and later")
  func continuous() async throws {
    let start = ContinuousClock.now
    let ticks = Receiver.timer(every: .milliseconds(2)).take(count: 3).record(allowingUnread: true)
    let heard = try await ticks.next(3, within: .seconds(45))

    for (number, tick) in heard.enumerated() {
      #expect(start.duration(to: tick) >= .milliseconds(2) * (number + 1))
      #expect(heard[0].duration(to: tick).attoseconds % Duration.milliseconds(2).attoseconds == 0)
    }
  }

  @Test("ticks neither on the first listener's priority nor with its task-local values")
  func inheritsNothing() async throws {
    let clock = ManualClock()
    let heard = Local.$value.withValue(1) {
      Receiver.timer(every: .seconds(1), clock: clock).map { _ in Local.value }.record()
    }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))

    #expect(try await heard.next(within: .seconds(45)) == 0)
  }

  @Test("an interval of zero stops the program, and names it")
  func zero() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver.timer(every: .zero)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'every' must be positive, but is 0.0 seconds"))
  }

  @Test("a negative interval stops the program, and names it")
  func negative() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver.timer(every: .seconds(-1), clock: SuspendingClock())
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(message.contains("'every' must be positive, but is -1.0 seconds"))
  }
}

private enum Local {
  @TaskLocal static var value = 0
}

/// Counts the tasks of timers, each of which holds a clock.
private final class TaskCount: Sendable {
  private let live = Tally()

  var isIdle: Bool { live.count == 0 }

  func timer(every interval: Duration, _ clock: ManualClock) -> Receiver<ManualClock.Instant> {
    live.add(1)
    let witness = Witness { [live] in live.add(-1) }
    return .timer(every: interval, clock: WitnessedClock(clock: clock, witness: witness))
  }
}

private struct WitnessedClock: Clock {
  let clock: ManualClock
  let witness: Witness

  var now: ManualClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

/// A clock whose `sleep` always throws.
private struct BrokenClock: Clock {
  struct Broken: Error {}

  var now: ManualClock.Instant { ManualClock.Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    throw Broken()
  }
}
