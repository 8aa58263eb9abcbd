import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("ManualClock: alarms", .patient)
struct AlarmClockTests {
  private let clock = ManualClock()

  private func instant(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }
  private var seconds: Int { Int(clock.now.offset.components.seconds) }

  @Test("ring in the order of their instants, and of being set, at their instants, also if many are removed")
  func order() {
    var random = SplitMix64(seed: 1)
    let heard = Heard<[Int]>()
    var expected: [[Int]] = []
    var removed: [Disposable] = []
    for number in 0..<3_000 {
      let time = Int.random(in: 1...100, using: &random)
      let alarm = clock.setAlarm(at: instant(time)) { heard.append([time, number, seconds]) }
      if number % 3 == 0 { expected.append([time, number, time]) } else { removed.append(alarm) }
    }
    let before = clock.sleeperCount
    for alarm in removed.shuffled(using: &random) { alarm.dispose() }
    let count = clock.sleeperCount
    clock.advance(by: .seconds(100))

    #expect([before, count, clock.sleeperCount] == [3_000, 1_000, 0])
    #expect(heard.values == expected.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) })
  }

  @Test("set further alarms, which ring in the same call if they are due, and not otherwise")
  func chains() {
    let heard = Heard<Int>()
    @Sendable func ring() {
      heard.append(seconds)
      _ = clock.setAlarm(at: clock.now.advanced(by: .seconds(3)), ring)
    }
    _ = clock.setAlarm(at: instant(1), ring)
    clock.advance(by: .seconds(8))

    #expect(heard.values == [1, 4, 7])
    #expect(clock.sleeperCount == 1 && seconds == 8)
  }

  @Test("that are due ring at once, or behind others of that instant if the clock is being moved")
  func due() {
    let heard = Heard<String>()
    clock.advance(by: .seconds(5))
    _ = clock.setAlarm(at: instant(5)) { heard.append("now") }
    _ = clock.setAlarm(at: instant(1)) { heard.append("past at \(seconds)") }
    let atOnce = heard.values
    _ = clock.setAlarm(at: instant(6)) {
      _ = clock.setAlarm(at: instant(6)) { heard.append("inner") }
      heard.append("outer")
    }
    _ = clock.setAlarm(at: instant(6)) { heard.append("beside") }
    clock.advance(by: .seconds(1))

    #expect(atOnce == ["now", "past at 5"])
    #expect(heard.values == ["now", "past at 5", "outer", "beside", "inner"])
  }

  @Test("may move the clock: the inner call goes on from their instant, and the outer call never goes back")
  func nested() {
    for step in [2, 5, 50] {
      let (clock, heard) = (ManualClock(), Heard<String>())
      @Sendable func append(_ text: String) { heard.append("\(text) at \(clock.now.offset.components.seconds)") }
      for time in [1, 4, 8, 12] {
        _ = clock.setAlarm(at: instant(time)) {
          append("\(time)")
          if time != 4 { return }
          clock.advance(by: .seconds(step))
          append("moved")
        }
      }
      clock.advance(by: .seconds(10))

      let expected: [String] =
        switch step {
        case 2: ["1 at 1", "4 at 4", "moved at 6", "8 at 8"]
        case 5: ["1 at 1", "4 at 4", "8 at 8", "moved at 9"]
        default: ["1 at 1", "4 at 4", "8 at 8", "12 at 12", "moved at 54"]
        }
      #expect(heard.values == expected)
      #expect(clock.now.offset == .seconds(step == 50 ? 54 : 10))
    }
  }

  @Test("ring between the tasks that wake, by deadline")
  @MainActor func betweenTasks() async throws {
    let heard = Heard<String>()
    let (waking, woken) = Receiver<Int>.make()
    let recorder = woken.record()
    for (index, time) in [1, 3].enumerated() {
      Task { @MainActor in
        try await clock.sleep(until: instant(time), tolerance: nil)
        heard.append("task \(time)")
        waking.broadcast(time)
      }
      await clock.waitForSleepers(index + 1, within: .patience)
    }
    // When an alarm rings, the tasks of earlier deadlines do not sleep any more, and the others do.
    for time in [2, 4] {
      _ = clock.setAlarm(at: instant(time)) { heard.append("\(clock.sleeperCount) left at \(time)") }
    }
    clock.advance(by: .seconds(4))
    _ = try await recorder.next(2, within: .patience)

    // The tasks reach the main actor in any order.
    #expect(heard.values.prefix(2) == ["2 left at 2", "0 left at 4"])
    #expect(Set(heard.values.dropFirst(2)) == ["task 1", "task 3"] && heard.values.count == 4)
  }

  @Test("hold no lock while they ring, or are removed")
  func unlocked() {
    let heard = Heard<Int>()
    let witness = Box<Witness>()
    witness.content = Witness { [clock] in heard.append(clock.sleeperCount) }
    let alarm = clock.setAlarm(at: instant(1)) { [inner = witness.content] in withExtendedLifetime(inner) {} }
    _ = clock.setAlarm(at: instant(2)) { heard.append(clock.sleeperCount) }
    witness.content = nil
    alarm.dispose()
    alarm.dispose()
    clock.advance(by: .seconds(2))

    #expect(heard.values == [1, 0])
  }

  @Test("are counted as sleepers, but not waited for: a task is not missed beside them, 300 times of 300")
  func counted() async throws {
    var wokenCount = 0
    for _ in 0..<300 {
      let clock = ManualClock()
      let alarm = clock.setAlarm(at: instant(9)) {}
      let other = clock.setAlarm(at: instant(9)) {}
      let task = Task { try await clock.sleep(for: .seconds(1)) }
      await clock.waitForSleepers(within: .patience)
      #expect(clock.sleeperCount == 3)
      alarm.dispose()
      clock.advance(by: .seconds(1))
      if clock.sleeperCount == 1 { wokenCount += 1 }
      other.dispose()
      clock.advance(by: .seconds(9))
      try await task.value
    }
    #expect(wokenCount == 300)
  }
}

@Suite("ManualClock.run", .patient)
struct ManualClockRunTests {
  private let clock = ManualClock()

  private var seconds: Int { Int(clock.now.offset.components.seconds) }

  @Test("follows tasks that sleep again and again, and what operators wait for")
  func follows() async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let recorder = receiver.delay(for: .seconds(5), clock: clock)
      .map { [$0, seconds] }.record()
    let tasks = (1...3).map { number in
      Task { @MainActor in
        for step in 1...3 {
          try await clock.sleep(until: clock.now.advanced(by: .seconds(number)), tolerance: nil)
          transmitter.broadcast(number * 10 + step)
        }
      }
    }
    await clock.run(within: .patience)
    try #require(recorder.values.count == 9 && clock.sleeperCount == 0)
    for task in tasks { try await task.value }

    #expect(recorder.values.last == [33, 14])
    #expect(recorder.values.map { $0[1] } == recorder.values.map { $0[1] }.sorted())
  }

  @Test("does nothing if nothing sleeps")
  func nothing() async {
    await clock.run()
    #expect(clock.now == ManualClock.Instant())
  }

  @Test("fails the test at its line if something sleeps for ever")
  func forEver() async {
    let ticks = Receiver.timer(every: .seconds(1), clock: clock).record(allowingUnread: true)
    let issues = await issues { await clock.run(within: .milliseconds(1)) }
    let line = #line - 1

    #expect(issues.map(\.line) == [line])
    #expect(
      issues[0].text.hasPrefix("Expected nothing to sleep after 0.001 seconds, but 1 did, and the clock has come to")
    )
    withExtendedLifetime(ticks) {}
  }

  @Test("makes no further move when its task is cancelled")
  func cancelled() async {
    let heard = Tally()
    let run = Task { @MainActor in
      // Without an end, a run that goes on would never return.
      Receiver.timer(every: .seconds(1), clock: clock).take(count: 100).listen { _ in
        heard.add()
        if heard.count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      await clock.run(within: .patience)
    }
    await run.value

    #expect(heard.count == 3 && seconds == 3)
  }
}
