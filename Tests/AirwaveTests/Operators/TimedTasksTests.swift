import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// Contract 11: what comes from a timer is heard in a task of its own.
@Suite("Timers: the task in which listeners run", .inTurn, .patient)
struct TimedTasksTests {
  /// The operators and sources whose tasks call listeners.
  enum Timed: CaseIterable {
    case debounce, throttle, delay, collect, take, timer

    /// A receiver that sends a value, an end, or both, when the clock has advanced by a second.
    func receiver(_ receiver: Receiver<Int>, _ clock: some Clock<Duration>) -> Receiver<Int> {
      switch self {
      case .debounce: receiver.debounce(for: .seconds(1), clock: clock)
      case .throttle: receiver.throttle(for: .seconds(1), latest: true, clock: clock).skip(count: 1)
      case .delay: receiver.delay(for: .seconds(1), clock: clock)
      case .collect: receiver.collect(for: .seconds(1), clock: clock).map(\.count)
      case .take: receiver.take(for: .seconds(1), clock: clock).skip(count: 2)
      case .timer: TimedTasksTests.ticks(clock)
      }
    }
  }

  private static func ticks<C: Clock>(_ clock: C) -> Receiver<Int> where C.Duration == Duration {
    Receiver.timer(every: .seconds(1), clock: clock).map { _ in 1 }
  }

  /// What a listener knows of the task in which it runs.
  private struct Circumstances: Equatable, Sendable {
    var local = Local.value
    var priority = Task.currentPriority
    var isCancelled = Task.isCancelled
  }

  @Test("inherits nothing from a broadcast or from the first listener, and is not cancelled", arguments: Timed.allCases)
  func inheritsNothing(timed: Timed) async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let (heard, ends) = (Heard<Circumstances>(), Tally())
    await Local.$value.withValue(1) {
      await Task(priority: .background) {
        timed.receiver(receiver, SleepingClock(clock)).take(count: 1).listen { _ in
          heard.append(Circumstances())
        } onFinish: {
          heard.append(Circumstances())
          ends.add()
        }
        [1, 2].forEach(transmitter.broadcast)
      }.value
    }
    let heardBefore = heard.values
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(1))
    await until { ends.count == 1 }

    let ordinary = await Task.detached { Circumstances() }.value
    #expect(heardBefore == [])
    #expect(heard.values == [Circumstances](repeating: ordinary, count: timed == .take ? 1 : 2))
    #expect(ordinary.local == 0 && !ordinary.isCancelled)
  }

  @Test("a value that another thread broadcasts during an alarm is heard in no cancelled task")
  func broadcastMeanwhile() async {
    let clock = ManualClock()
    let (transmitter, receiver) = Receiver<Int>.make()
    let cancelled = Heard<Bool>()
    receiver.collect(count: 2, for: .seconds(1), clock: SleepingClock(clock)).listen { batch in
      cancelled.append(Task.isCancelled)
      // In the task of the alarm, which also handles these values, after the alarm.
      if batch == [1] { onAnotherThread { [2, 3].forEach(transmitter.broadcast) } }
    }
    transmitter.broadcast(1)
    await until { clock.sleeperCount >= 1 }
    clock.advance(by: .seconds(1))
    await until { cancelled.values.count == 2 }

    #expect(cancelled.values == [false, false])
  }
}

@Suite("Timers: clocks that do not sleep as they should", .patient)
struct FaultyClockTests {
  @Test(
    "a value and an end come when the clock shows their time, and not before",
    arguments: FaultyClock.Fault.allCases,
    TimedTasksTests.Timed.allCases
  )
  func goesOn(fault: FaultyClock.Fault, timed: TimedTasksTests.Timed) async {
    let clock = FaultyClock(fault)
    let (transmitter, receiver) = Receiver<Int>.make()
    let heard = recordEvents(timed.receiver(receiver, clock).take(count: 1)).heard
    [1, 2].forEach(transmitter.broadcast)
    // A clock that always fails is asked again and again.
    await until { fault.isOnce ? clock.clock.sleeperCount == 1 : clock.times.values.count >= 8 }
    let heardBefore = heard.values
    clock.clock.advance(by: .seconds(1))
    await until { heard.values.last == .end }

    let expected: [Event<Int>] =
      switch timed {
      case .debounce, .throttle, .collect: [.value(2), .end]
      case .delay, .timer: [.value(1), .end]
      case .take: [.end]
      }
    #expect(heardBefore == [])
    #expect(heard.values == expected)
  }

  @Test(
    "a clock that never sleeps is asked less and less often",
    arguments: FaultyClock.Fault.allCases.filter { !$0.isOnce }
  )
  func doesNotSpin(fault: FaultyClock.Fault) async {
    let clock = FaultyClock(fault)
    let (start, times) = (ContinuousClock.now, clock.times)
    let listening = Receiver.timer(every: .seconds(1), clock: clock).listen { _ in }
    await until { times.values.count >= 12 }
    listening.dispose()

    // The pauses are 1, 2, 4 … microseconds long. The end of the listener ends the last one.
    for (number, time) in times.values.prefix(12).enumerated() {
      #expect(start.duration(to: time) >= .microseconds((1 << min(number, 16)) - 1))
    }
    #expect(times.values.count >= 12)
  }

  @Test("a listener that leaves ends the task of such a clock", arguments: FaultyClock.Fault.allCases)
  func leaves(fault: FaultyClock.Fault) async {
    let released = Tally()
    do {
      var clock = FaultyClock(fault)
      clock.witness = Witness { released.add() }
      let listening = Receiver.timer(every: .seconds(1), clock: clock).listen { _ in }
      await until { clock.times.values.count >= 1 }
      listening.dispose()
    }
    await until { released.count == 1 }

    #expect(released.count == 1)
  }
}

private enum Local {
  @TaskLocal static var value = 0
}

/// A manual clock whose `sleep` throws or returns too early, once or always.
struct FaultyClock: Clock {
  enum Fault: CaseIterable {
    case throwsOnce, throwsAlways, wakesEarlyOnce, wakesEarlyAlways

    var isOnce: Bool { self == .throwsOnce || self == .wakesEarlyOnce }
  }

  struct Broken: Error {}

  let fault: Fault
  let clock = ManualClock()
  /// When `sleep` was called.
  let times = Heard<ContinuousClock.Instant>()
  var witness: Witness?

  init(_ fault: Fault) {
    self.fault = fault
  }

  var now: ManualClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    times.append(.now)
    if fault.isOnce && times.values.count > 1 { return try await clock.sleep(until: deadline, tolerance: tolerance) }
    if fault == .throwsOnce || fault == .throwsAlways { throw Broken() }
  }
}
