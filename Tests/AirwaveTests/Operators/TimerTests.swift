import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.timer", .inTurn, .patient)
struct TimerTests {
  @Test("ticks at the start plus each multiple of the interval")
  func ticks() {
    let clock = ManualClock(at: .init(offset: .seconds(7)))
    let ticks = Receiver.timer(every: .seconds(10), clock: clock).record()
    clock.advance(by: .seconds(9))
    ticks.expectNoValues()
    clock.advance(by: .seconds(1))
    clock.advance(by: .seconds(41))

    #expect(ticks.values.map(\.offset) == (1...5).map { .seconds(7 + 10 * $0) })
  }

  @Test("ticks without a value, on a clock whose type is not known")
  func anyClock() {
    let manual = ManualClock()
    let clock: any Clock<Duration> = manual
    let heard = Receiver<Void>.timer(every: .seconds(10), clock: clock).map { manual.seconds }.record()
    manual.advance(by: .seconds(30))

    #expect(heard.values == [10, 20, 30])
  }

  @Test(
    "timers that began one after the other tick in that order at equal instants, as on a clock of the system",
    arguments: [[1, 2], [2, 1], [3, 1, 2], [2, 3, 1], [1, 1, 1], [6, 3, 2]]
  )
  func equalInstants(intervals: [Int]) {
    let clock = ManualClock()
    let heard = Heard<[Int]>()
    for (number, interval) in intervals.enumerated() {
      Receiver.timer(every: .seconds(interval), clock: clock).listen { _ in heard.append([clock.seconds, number]) }
    }
    clock.advance(by: .seconds(12))

    let expected = (1...12).flatMap { second in
      intervals.indices.filter { second.isMultiple(of: intervals[$0]) }.map { [second, $0] }
    }
    #expect(heard.values == expected)
  }

  @Test(
    "repeated alarms of all kinds ring in the order in which they began at equal instants",
    arguments: [false, true]
  )
  func equalInstantsOfOthers(timerFirst: Bool) {
    let clock = ManualClock()
    let heard = Heard<String>()
    let (transmitter, receiver) = Receiver<Int>.make()
    func listenToTimer() {
      Receiver.timer(every: .seconds(2), clock: clock).listen { _ in heard.append("timer") }
    }
    if timerFirst { listenToTimer() }
    receiver.collect(for: .seconds(1), clock: clock).listen { _ in heard.append("batch") }
    Receiver.playing("--a-b", ["a": 1, "b": 2], every: .seconds(1), clock: clock).listen { _ in heard.append("drawing")
    }
    if !timerFirst { listenToTimer() }
    for second in 1...4 {
      transmitter.broadcast(second)
      clock.advance(by: .seconds(1))
    }

    // The windows of batches begin with the first value.
    let even = (timerFirst ? ["timer", "drawing"] : ["drawing", "timer"]) + ["batch"]
    #expect(heard.values == ["batch"] + even + ["batch"] + even)
  }

  @Test("starts with the first listener, stops with the last, and starts again")
  func life() async throws {
    let clock = ManualClock()
    let timer = Receiver.timer(every: .seconds(10), clock: clock)
    let counts = [clock.sleeperCount, timer.listenerCount, timer.replayed.count]
    for start in [0, 12] {
      let first = timer.record()
      await until { clock.sleeperCount >= 1 }
      clock.advance(by: .seconds(3))
      let second = timer.map { $0 }.record()
      #expect([clock.sleeperCount, timer.listenerCount] == [1, 2])
      clock.advance(by: .seconds(7))
      #expect(try await first.next(within: timeLimit).offset == .seconds(start + 10))
      #expect(try await second.next(within: timeLimit).offset == .seconds(start + 10))
      await until { clock.sleeperCount >= 1 }
      clock.advance(by: .seconds(2))
    }
    await until { clock.sleeperCount == 0 }

    #expect(counts == [0, 0, 0])
    #expect([clock.sleeperCount, timer.listenerCount] == [0, 0])
  }

  @Test("does not drift when it is woken late, and of ticks that are due gives the newest alone")
  func late() async throws {
    let clock = LateClock()
    let ticks = Receiver.timer(every: .seconds(10), clock: clock).record()
    var heard: [Int] = []
    for step in [10, 13, 7, 35, 5, 20] {
      await until { clock.sleeping.sleeperCount >= 1 }
      clock.time.advance(by: .seconds(step))
      clock.sleeping.advance(by: .seconds(step))
      heard.append(Int(try await ticks.next(within: timeLimit).offset.components.seconds))
    }

    #expect(heard == [10, 20, 30, 60, 70, 90])
  }

  @Test("a slow listener misses ticks instead of hearing them later")
  func slow() async throws {
    let clock = ManualClock()
    let timer = Receiver.timer(every: .seconds(10), clock: SleepingClock(clock))
    let ticks = timer.handleEvents(onValue: { if $0.offset == .seconds(10) { clock.advance(by: .seconds(45)) } })
      .record()
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(10))
    let missed = try await ticks.next(2, within: timeLimit)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(5))

    #expect(missed.map(\.offset) == [.seconds(10), .seconds(50)])
    #expect(try await ticks.next(within: timeLimit).offset == .seconds(60))
  }

  @Test("loses no tick of an alarm clock that several threads move, or a listener")
  func moved() async {
    for round in 0..<rounds(100) {
      let (clock, heard) = (ManualClock(), Heard<Duration>())
      let listening = Receiver.timer(every: .seconds(1), clock: clock).listen { tick in
        heard.append(tick.offset)
        if tick.offset == .seconds(9) { clock.advance(by: .seconds(5)) }
      }
      await onThreads(2 + round % 2) { _ in
        for _ in 0..<50 { clock.advance(by: .seconds(1)) }
      }
      await untilDrained()
      // Calls that begin at one instant move the clock to one instant.
      #expect(heard.values == (1...clock.seconds).map { .seconds($0) })
      listening.dispose()
    }
  }

  @Test("a listener that leaves inside a tick stops it", arguments: [true, false])
  func leavesInside(byTake: Bool) async {
    let (clock, watch, token) = (ManualClock(), TaskWatch(), Box<Disposable>())
    let heard = Heard<Int>()
    var timer: Receiver<ManualClock.Instant>? = .timer(every: .seconds(10), clock: watch(clock))
    token.content = timer?.take(count: byTake ? 2 : 9).listen { instant in
      heard.append(Int(instant.offset.components.seconds))
      if heard.values.count == 2 { token.content?.dispose() }
    }
    for _ in 0..<2 {
      await until { clock.sleeperCount >= 1 }
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
    let (clock, watch, captured) = (ManualClock(), TaskWatch(), Tally())
    for count in 1...100 {
      let witness = Witness { captured.add(1) }
      let timer = Receiver.timer(every: .seconds(10), clock: watch(clock))
      let listening = timer.listen { _ in withExtendedLifetime(witness) {} }
      if count.isMultiple(of: 2) { await until { clock.sleeperCount >= 1 } }
      listening.dispose()
    }
    await until { watch.isIdle && captured.count == 100 }

    #expect(watch.isIdle && captured.count == 100 && clock.sleeperCount == 0)
  }

  @Test("a century stands for all intervals that are longer")
  func longest() {
    let clock = ManualClock(at: .init(offset: .seconds(1_000_000)))
    let listening = Receiver.timer(every: .seconds(Int64.max), clock: clock).listen { _ in }
    let count = clock.sleeperCount
    listening.dispose()
    // An instant of this clock that is not within its range traps.
    Receiver.timer(every: Duration(attoseconds: .max)).listen { _ in }.dispose()

    #expect([count, clock.sleeperCount] == [1, 0])
  }

  @Test("ticks on the continuous clock, later and later")
  func continuous() async throws {
    let start = ContinuousClock.now
    let ticks = Receiver.timer(every: .milliseconds(2)).take(count: 3).record(allowingUnread: true)
    let heard = try await ticks.next(3, within: timeLimit)

    for (number, tick) in heard.enumerated() {
      #expect(start.duration(to: tick) >= .milliseconds(2) * (number + 1))
      #expect(heard[0].duration(to: tick).attoseconds % Duration.milliseconds(2).attoseconds == 0)
    }
  }

  #if os(Linux) || os(macOS)
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
  #endif
}

/// A clock whose tasks sleep by one manual clock, and that shows the time of another. So a task may wake late, however
/// fast it runs.
private struct LateClock: Clock {
  let time = ManualClock()
  let sleeping = ManualClock()

  var now: ManualClock.Instant { time.now }
  var minimumResolution: Duration { time.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await sleeping.sleep(until: deadline, tolerance: tolerance)
  }
}
