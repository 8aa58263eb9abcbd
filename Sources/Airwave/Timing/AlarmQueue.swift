/// The alarms of all listeners on one of the clocks of the standard library.
///
/// A cancelled `Task.sleep` leaves some 250 bytes in the runtime until its deadline. So no task sleeps for one alarm, and
/// none is cancelled: a few tasks, the *sleepers*, sleep for all alarms. An alarm that is removed leaves nothing but a
/// sleeper that wakes for nothing.
///
/// A new sleeper is made only if none wakes at the earliest alarm or before it. A sleeper that wakes begins a task for
/// each alarm that is due, so that a slow listener does not hold up others.
package final class AlarmQueue<C: Clock>: Sendable where C.Duration == Duration {
  private struct State {
    var alarms = AlarmHeap<C.Instant, @Sendable () -> Void>()
    var lastNumber = 0
    /// When the sleepers wake. Each new one wakes before the others, so the last one is the earliest.
    var wakes: [C.Instant] = []
  }

  private let clock: C
  /// An instant before all alarms.
  private let origin: C.Instant
  private let state = Lock(State())

  package init(_ clock: C) {
    self.clock = clock
    origin = clock.now
  }

  /// The number of alarms that wait, of keys in the heap, and of sleepers. For tests.
  package var counts: (alarms: Int, keys: Int, sleepers: Int) {
    state.withLock { ($0.alarms.count, $0.alarms.keyCount, $0.wakes.count) }
  }

  /// Calls a closure in a task of its own when the clock has reached an instant.
  ///
  /// - Returns: A function that removes the alarm, unless its task has begun.
  package func setAlarm(at instant: C.Instant, _ ring: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let now = clock.now
    let (number, wake) = state.withLock { state in
      state.lastNumber += 1
      state.alarms.insert(ring, state.lastNumber, at: instant)
      return (state.lastNumber, nextWake(&state, at: now))
    }
    if let wake { sleep(until: wake) }
    return { [self] in
      // The closure is released outside of the lock.
      _ = state.withLock { $0.alarms.remove(number) }
    }
  }

  /// Adds a sleeper if none wakes in time for the earliest alarm.
  ///
  /// - Returns: When the new sleeper wakes. The caller begins it.
  private func nextWake(_ state: inout State, at now: C.Instant) -> C.Instant? {
    guard let first = state.alarms.first?.instant else { return nil }
    if let earliest = state.wakes.last, earliest <= first { return nil }
    let wake = wake(for: first, at: now)
    state.wakes.append(wake)
    return wake
  }

  /// When to wake for an alarm: at its instant, or earlier if it is more than a second away. Then the sleeper sleeps
  /// again.
  ///
  /// The earlier instant is a multiple of a power of two that is at most an eighth of the distance. So there are few
  /// different instants, and few sleepers, however many alarms come and go, each of them earlier than the one before.
  private func wake(for instant: C.Instant, at now: C.Instant) -> C.Instant {
    let distance = now.duration(to: instant)
    if distance <= .seconds(1) { return instant }
    let unit = Int128(1) << (127 - (distance.attoseconds / 8).leadingZeroBitCount)
    return origin.advanced(by: Duration(attoseconds: origin.duration(to: instant).attoseconds & ~(unit - 1)))
  }

  /// Begins a task that sleeps until an instant. Detached, so that the task inherits neither priority nor task-local
  /// values from the calling thread.
  private func sleep(until wake: C.Instant) {
    Task.detached { [self] in
      var next: C.Instant? = wake
      while let wake = next {
        await clock.wait(until: wake)
        next = ringAlarms(until: wake)
      }
    }
  }

  /// For a sleeper that has woken: begins a task for each alarm that is due.
  ///
  /// - Parameter wake: When the sleeper was to wake.
  /// - Returns: When the sleeper is to wake again, or nil if it is not needed.
  private func ringAlarms(until wake: C.Instant) -> C.Instant? {
    let now = clock.now
    let (due, next) = state.withLock { state in
      if let index = state.wakes.lastIndex(of: wake) { state.wakes.remove(at: index) }
      var due: [@Sendable () -> Void] = []
      while let ring = state.alarms.removeFirst(until: now) { due.append(ring) }
      return (due, nextWake(&state, at: now))
    }
    for ring in due { Task.detached { ring() } }
    return next
  }
}
