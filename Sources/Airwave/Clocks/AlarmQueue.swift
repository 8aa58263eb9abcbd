/// The alarms of all listeners on one of the clocks of the standard library.
///
/// A cancelled `Task.sleep` leaves some 250 bytes in the runtime until its deadline. So no task sleeps for one alarm,
/// and none is cancelled: a few tasks, the *sleepers*, sleep for all alarms. An alarm that is removed leaves its
/// place for a while, and a sleeper that wakes for nothing.
///
/// A new sleeper is made only if none wakes at the earliest alarm or before it.
package final class AlarmQueue: Sendable {
  /// When an alarm rings. Alarms of one time ring in the order in which they were set.
  private struct Place: Comparable {
    let time: Duration
    let number: Int

    static func < (first: Place, second: Place) -> Bool { (first.time, first.number) < (second.time, second.number) }
  }

  private struct State {
    /// What the alarms that wait call, by number.
    var alarms: [Int: @Sendable () -> Void] = [:]
    /// The places of these alarms, and at most as many of removed ones, and a few.
    var places = Heap<Place>()
    var lastNumber = 0
    /// When the sleepers wake. Each new one wakes before the others, so the last one is the earliest.
    var wakes: [Duration] = []

    /// The time of the earliest alarm.
    var first: Duration? {
      mutating get {
        while let first = places.first, alarms[first.number] == nil { places.removeFirst() }
        return places.first?.time
      }
    }

    mutating func insert(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> Int {
      lastNumber += 1
      alarms[lastNumber] = ring
      places.insert(Place(time: time, number: lastNumber))
      return lastNumber
    }

    /// Removes an alarm.
    ///
    /// - Returns: What the alarm calls, which the caller releases outside of its lock. Nil if the alarm has rung.
    mutating func remove(_ number: Int) -> (@Sendable () -> Void)? {
      let ring = alarms.removeValue(forKey: number)
      if places.count > 2 * alarms.count + 16 { places.removeAll { alarms[$0.number] == nil } }
      return ring
    }
  }

  /// The time of the clock.
  private let now: @Sendable () -> Duration
  /// Begins a sleeper.
  private let sleep: @Sendable (_ wake: Duration, _ ring: @escaping @Sendable (Duration) -> Duration?) -> Void
  private let state = Lock(State())

  /// Makes a queue whose times are durations since an instant of a clock.
  ///
  /// - Parameters:
  ///   - now: The time of the clock.
  ///   - sleep: Begins a task that sleeps until the clock has reached a time, and then calls a closure with this time.
  ///     It sleeps again until the time that the closure returns, if any, and may wake early.
  package init(
    now: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (_ wake: Duration, _ ring: @escaping @Sendable (Duration) -> Duration?) -> Void
  ) {
    (self.now, self.sleep) = (now, sleep)
  }

  /// The number of alarms that wait, and of sleepers. For tests.
  package var counts: (alarms: Int, sleepers: Int) { state.withLock { ($0.alarms.count, $0.wakes.count) } }

  /// Calls a closure when the clock has reached a time, in the task of a sleeper, which it must not hold up.
  ///
  /// - Returns: A function that removes the alarm, unless it has rung.
  package func setAlarm(at time: Duration, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let now = now()
    let (number, wake) = state.withLock { state in (state.insert(at: time, ring), nextWake(&state, at: now)) }
    if let wake { sleep(wake, ringAlarms) }
    return { [self] in
      let removed = state.withLock { $0.remove(number) }
      withExtendedLifetime(removed) {}
    }
  }

  /// Adds a sleeper if none wakes in time for the earliest alarm.
  ///
  /// - Returns: When the new sleeper wakes. The caller begins it.
  private func nextWake(_ state: inout State, at now: Duration) -> Duration? {
    guard let first = state.first else { return nil }
    if let earliest = state.wakes.last, earliest <= first { return nil }
    let wake = wake(for: first, at: now)
    state.wakes.append(wake)
    return wake
  }

  /// When to wake for an alarm: at its time, or earlier if it is more than a second away. Then the sleeper sleeps
  /// again.
  ///
  /// The earlier time is a multiple of a power of two that is at most an eighth of the distance. So there are few
  /// different times, and few sleepers, however many alarms come and go, each of them earlier than the one before.
  private func wake(for time: Duration, at now: Duration) -> Duration {
    let distance = time - now
    if distance <= .seconds(1) { return time }
    let unit = Int128(1) << (127 - (distance.attoseconds / 8).leadingZeroBitCount)
    return Duration(attoseconds: time.attoseconds & ~(unit - 1))
  }

  /// For a sleeper that has woken: rings the alarms that are due.
  ///
  /// - Parameter wake: When the sleeper was to wake.
  /// - Returns: When the sleeper is to wake again, or nil if it is not needed.
  private func ringAlarms(_ wake: Duration) -> Duration? {
    let now = now()
    let (due, next) = state.withLock { state in
      if let index = state.wakes.lastIndex(of: wake) { state.wakes.remove(at: index) }
      var due: [@Sendable () -> Void] = []
      while let first = state.first, first <= now, let ring = state.remove(state.places.removeFirst().number) {
        due.append(ring)
      }
      return (due, nextWake(&state, at: now))
    }
    for ring in due { ring() }
    return next
  }
}

/// The alarms on the clocks of the standard library, which have no state of their own.
let continuousOrigin = ContinuousClock.now
let continuousAlarms = AlarmQueue(ContinuousClock(), since: continuousOrigin)
let suspendingOrigin = SuspendingClock.now
let suspendingAlarms = AlarmQueue(SuspendingClock(), since: suspendingOrigin)

extension AlarmQueue {
  /// Makes the alarms of a clock, whose times are counted from an instant. Sleepers are tasks, which inherit neither
  /// priority nor task-local values.
  package convenience init<C: Clock>(_ clock: C, since origin: C.Instant) where C.Duration == Duration {
    self.init {
      origin.duration(to: clock.now)
    } sleep: { wake, ring in
      Task.detached {
        var next: Duration? = wake
        while let time = next {
          try? await clock.sleep(until: origin.advanced(by: time), tolerance: nil)
          next = ring(time)
        }
      }
    }
  }
}
