import Airwave

/// A clock that a thread moves. It rings the alarms that are due inside of the call.
final class Bell: AlarmClock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var lastNumber = 0
    var alarms: [(number: Int, instant: Instant, ring: @Sendable () -> Void)] = []

    mutating func removeFirst(until end: Instant) -> (@Sendable () -> Void)? {
      let due = alarms.indices.filter { alarms[$0].instant <= end }
      guard let first = due.min(by: { (alarms[$0].instant, $0) < (alarms[$1].instant, $1) }) else {
        now = max(now, end)
        return nil
      }
      now = max(now, alarms[first].instant)
      return alarms.remove(at: first).ring
    }
  }

  private let state = Lock(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func setAlarm(at instant: Instant, _ ring: @escaping @Sendable () -> Void) -> Disposable {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.alarms.append((state.lastNumber, instant, ring))
      return state.lastNumber
    }
    return Disposable { [self] in
      let removed = state.withLock { state in
        state.alarms.firstIndex { $0.number == number }.map { state.alarms.remove(at: $0).ring }
      }
      withExtendedLifetime(removed) {}
    }
  }

  func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while let ring = state.withLock({ $0.removeFirst(until: end) }) { ring() }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
}
