import Airwave
import AirwaveTesting
import TestSupport
import Testing

/// The pacing operators, and what they do to values that come at their times, told plainly.
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

  /// What is heard until `now`, and whether the operator waits for something then.
  func model(of values: [Timed], for seconds: Int, at now: Int, isFinished: Bool) -> (heard: [Timed], isWaiting: Bool) {
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
        if waitsUntil <= now || isFinished { heard.append(value.at(min(waitsUntil, now))) }
      }
    case .take:
      heard = values.filter { $0.time < seconds }
      waitsUntil = seconds
      if seconds <= now { return (heard + [.end(at: seconds)], false) }
    }
    if isFinished { heard.append(.end(at: now)) }
    return (heard, waitsUntil > now && !isFinished)
  }
}

/// Something heard, the end perhaps, and when.
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

/// A manual clock that counts how often it is asked for the time.
struct CountingClock: Clock {
  let clock: ManualClock
  let reads = Tally()

  var now: ManualClock.Instant {
    defer { reads.add(1) }
    return clock.now
  }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

/// A manual clock whose alarms do not ring: a task that is due, and does not get to run. Nothing happens but what values and
/// the end bring about.
struct SilentClock: Clock {
  let clock = ManualClock()
  private let other = ManualClock(at: .init(offset: .seconds(-1)))

  var now: ManualClock.Instant { clock.now }

  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await other.sleep(until: deadline, tolerance: tolerance)
  }
}

/// Listens to a receiver and collects what it hears and when, the end too.
func recordTimes(_ receiver: Receiver<Int>, _ clock: ManualClock) -> (heard: Heard<Timed>, listening: Disposable) {
  let heard = Heard<Timed>()
  let listening = receiver.listen {
    heard.append(Timed($0, at: clock.seconds))
  } onFinish: {
    heard.append(.end(at: clock.seconds))
  }
  return (heard, listening)
}

/// Follows the tasks that work leaves behind: a task inherits what is task-local, and lets go of it when it is done.
final class TaskWatch: Sendable {
  @TaskLocal private static var inherited: Witness?
  private let live = Tally()

  /// Does work, and follows the tasks that it starts, and those that they start.
  func callAsFunction<Result>(_ body: () throws -> Result) rethrows -> Result {
    live.add(1)
    return try Self.$inherited.withValue(Witness { [live] in live.add(-1) }, operation: body)
  }

  /// Whether no work, and no task that it has started, goes on.
  var isIdle: Bool { live.count == 0 }
}
