import Airwave
import Synchronization
import TestSupport
import Testing

@Suite("A clock of whole seconds")
struct RoundingClockTests {
  @Test("forwards a value whose deadline it rounds down, and sets one alarm for it")
  func early() {
    let (clock, heard) = (SecondsClock(), Heard<Int>())
    let (transmitter, receiver) = Receiver<Int>.make()
    receiver.debounce(for: .milliseconds(1_500), clock: clock).listen { heard.append($0) }
    transmitter.broadcast(1)
    clock.advance(to: 1)

    #expect(heard.values == [1])
    #expect(clock.alarmCount == 1)
  }
}

/// A clock whose instants are whole seconds. Rings nine alarms at most, so that no test is without end.
private final class SecondsClock: AlarmClock {
  struct Instant: InstantProtocol {
    var seconds: Int64

    func advanced(by duration: Duration) -> Instant { Instant(seconds: seconds + duration.components.seconds) }
    func duration(to other: Instant) -> Duration { .seconds(other.seconds - seconds) }
    static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }
  }

  private struct State {
    var now = Instant(seconds: 0)
    var alarms: [(instant: Instant, ring: @Sendable () -> Void)] = []
    var count = 0
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .seconds(1) }
  var alarmCount: Int { state.withLock { $0.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}

  func setAlarm(at instant: Instant, _ ring: @escaping @Sendable () -> Void) -> Disposable {
    state.withLock { state in
      state.count += 1
      if state.count < 10 { state.alarms.append((instant, ring)) }
    }
    ringAlarms()
    return Disposable {}
  }

  func advance(to seconds: Int64) {
    state.withLock { $0.now = Instant(seconds: seconds) }
    ringAlarms()
  }

  private func ringAlarms() {
    let due = state.withLock { state in
      let now = state.now
      defer { state.alarms.removeAll { $0.instant <= now } }
      return state.alarms.filter { $0.instant <= now }
    }
    for alarm in due { alarm.ring() }
  }
}
