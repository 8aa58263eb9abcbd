import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// The pacing operators, and a simple model of each.
enum Pacing: CaseIterable, Sendable {
  case debounce, throttleFirst, throttleLatest, delay, take

  func receiver<Value>(_ receiver: Receiver<Value>, for seconds: Int, _ clock: some Clock<Duration>) -> Receiver<Value>
  {
    switch self {
    case .debounce: receiver.debounce(for: .seconds(seconds), clock: clock)
    case .throttleFirst: receiver.throttle(for: .seconds(seconds), latest: false, clock: clock)
    case .throttleLatest: receiver.throttle(for: .seconds(seconds), latest: true, clock: clock)
    case .delay: receiver.delay(for: .seconds(seconds), clock: clock)
    case .take: receiver.take(for: .seconds(seconds), clock: clock)
    }
  }

  /// Returns the values that are heard until `now`, and whether the operator waits for an alarm then.
  func model(
    of values: [Timed],
    for seconds: Int,
    at now: Int,
    isFinished: Bool,
    since end: Int? = nil
  ) -> (heard: [Timed], isWaiting: Bool) {
    var heard: [Timed] = []
    var waitsUntil = Int.min
    switch self {
    case .debounce:
      for (value, next) in zip(values, values.dropFirst().map(\.time) + [.max]) {
        waitsUntil = value.time + seconds
        if waitsUntil <= min(next, now) {
          heard.append(value.at(waitsUntil))
        } else if isFinished, next == .max {
          heard.append(value.at(now))
        }
      }
    case .throttleFirst, .throttleLatest:
      var held: Timed?
      func pass(_ time: Int) {
        guard let value = held, waitsUntil <= time else { return }
        heard.append(value.at(waitsUntil))
        waitsUntil += seconds
        held = nil
      }
      for value in values {
        pass(value.time)
        if waitsUntil <= value.time {
          heard.append(value)
          waitsUntil = value.time + seconds
        } else if self == .throttleLatest {
          held = value
        }
      }
      pass(now)
      if isFinished, let held { heard.append(held.at(now)) }
    case .delay:
      for value in values {
        waitsUntil = value.time + seconds
        if waitsUntil <= now { heard.append(value.at(waitsUntil)) }
      }
      guard isFinished else { break }
      // The end is delayed, too.
      waitsUntil = (end ?? now) + seconds
      if waitsUntil <= now { heard.append(.end(at: waitsUntil)) }
      return (heard, waitsUntil > now)
    case .take:
      heard = values.filter { $0.time < seconds }
      waitsUntil = seconds
      if seconds <= now { return (heard + [.end(at: seconds)], false) }
    }
    if isFinished { heard.append(.end(at: now)) }
    return (heard, waitsUntil > now && !isFinished)
  }
}

/// A value or the end, and the time at which it was heard.
struct Timed: Equatable, Sendable {
  var time: Int
  var event: Event<Int>

  init(_ value: Int, at time: Int) {
    (self.time, event) = (time, .value(value))
  }

  static func end(at time: Int) -> Timed {
    var end = Timed(0, at: time)
    end.event = .end
    return end
  }

  func at(_ time: Int) -> Timed {
    var other = self
    other.time = time
    return other
  }
}

extension ManualClock {
  /// The time in whole seconds.
  var seconds: Int { Int(now.offset.components.seconds) }
}

/// A manual clock that is no alarm clock, as the clocks of the system: operators sleep on it in tasks of their own.
struct SleepingClock: Clock {
  let clock: ManualClock

  init(_ clock: ManualClock) {
    self.clock = clock
  }

  var now: ManualClock.Instant { clock.now }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

/// A manual clock that is no alarm clock, and that counts how often the time is read. A
/// `TaskWatch` knows whether a copy of it is alive.
struct WatchedClock: Clock {
  let clock: ManualClock
  let reads = Tally()
  fileprivate(set) var witness: Witness?

  init(_ clock: ManualClock) {
    self.clock = clock
  }

  var now: ManualClock.Instant {
    defer { reads.add(1) }
    return clock.now
  }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }

  /// Moves the clock, and waits until operators have acted. Each task that wakes reads the time once, and so does the
  /// operator to which it sends an event.
  func advance(by duration: Duration) async {
    let (readCount, sleeperCount) = (reads.count, clock.sleeperCount)
    clock.advance(by: duration)
    let wokenCount = sleeperCount - clock.sleeperCount
    await until { reads.count >= readCount + 2 * wokenCount }
  }
}

/// A manual clock whose sleeping tasks never wake, as if they were due and did not get to run. So only values and the
/// end make an operator act.
struct SilentClock: Clock {
  let clock = ManualClock()
  private let other = ManualClock(at: .init(offset: .seconds(-1)))

  var now: ManualClock.Instant { clock.now }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await other.sleep(until: deadline, tolerance: tolerance)
  }
}

/// Listens to a receiver, and collects its values and its end with their times.
func recordTimes(_ receiver: Receiver<Int>, _ clock: ManualClock) -> (heard: Heard<Timed>, listening: Disposable) {
  recordEvents(receiver) {
    Timed($0, at: clock.seconds)
  } end: {
    .end(at: clock.seconds)
  }
}

/// Makes clocks, and knows whether one of them is alive. A task that sleeps on a clock holds it until the task is done.
/// So do the receiver and the listeners of an operator that uses the clock.
final class TaskWatch: Sendable {
  private let live = Tally()

  func callAsFunction(_ clock: ManualClock) -> WatchedClock {
    live.add(1)
    var watched = WatchedClock(clock)
    watched.witness = Witness { [live] in live.add(-1) }
    return watched
  }

  /// Whether no clock is alive: no operator uses one, and every task that has slept is done.
  var isIdle: Bool { live.count == 0 }
}
