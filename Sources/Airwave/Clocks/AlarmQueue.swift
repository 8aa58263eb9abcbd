/// The alarms of all listeners on one of the clocks of the standard library.
///
/// A cancelled `Task.sleep` leaves some 250 bytes in the runtime until its deadline. So no task sleeps for one alarm,
/// and none is cancelled: a few tasks, the *sleepers*, sleep for all alarms. An alarm that is removed leaves nothing
/// but a sleeper that wakes for nothing.
///
/// A new sleeper is made only if none wakes at the earliest alarm or before it.
package final class AlarmQueue: Sendable {
  private struct State {
    var alarms = AlarmHeap()
    var lastNumber = 0
    /// When the sleepers wake. Each new one wakes before the others, so the last one is the earliest.
    var wakes: [Duration] = []
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
    let (alarm, wake) = state.withLock { state in
      state.lastNumber += 1
      let alarm = Alarm(state.lastNumber, ring)
      state.alarms.insert(alarm, at: time)
      return (alarm, nextWake(&state, at: now))
    }
    if let wake { sleep(wake, ringAlarms) }
    return { [self] in
      let removed = state.withLock { $0.alarms.remove(alarm) }
      withExtendedLifetime(removed) {}
    }
  }

  /// Adds a sleeper if none wakes in time for the earliest alarm.
  ///
  /// - Returns: When the new sleeper wakes. The caller begins it.
  private func nextWake(_ state: inout State, at now: Duration) -> Duration? {
    guard let first = state.alarms.first?.time else { return nil }
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
      while let alarm = state.alarms.removeFirst(until: now) { due.append(alarm) }
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

/// The alarms that wait, ordered by time and number: a binary heap. An alarm is added or removed in O(log *n*).
struct AlarmHeap {
  private var alarms: [Alarm] = []

  var count: Int { alarms.count }
  /// The earliest alarm.
  var first: Alarm? { alarms.first }

  /// Adds an alarm.
  mutating func insert(_ alarm: Alarm, at time: Duration) {
    alarm.time = time
    alarms.append(alarm)
    moveUp(alarm, from: alarms.count - 1)
  }

  /// Removes an alarm.
  ///
  /// - Returns: What the alarm calls, which the caller releases outside of its lock. Nil if the alarm is not in the
  ///   heap.
  mutating func remove(_ alarm: Alarm) -> (@Sendable () -> Void)? {
    guard let index = alarm.index else { return nil }
    alarm.index = nil
    let last = alarms.removeLast()
    if last !== alarm {
      moveDown(last, from: index)
      if last.index == index { moveUp(last, from: index) }
    }
    return exchange(&alarm.ring, with: nil)
  }

  /// Removes the earliest alarm, or returns nil if none is due at a time.
  mutating func removeFirst(until time: Duration) -> (@Sendable () -> Void)? {
    guard let first, first.time <= time else { return nil }
    return remove(first)
  }

  /// Places an alarm at an index, or nearer to the root.
  private mutating func moveUp(_ alarm: Alarm, from start: Int) {
    var index = start
    while index > 0, alarm.isBefore(alarms[(index - 1) / 2]) {
      place(alarms[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    place(alarm, at: index)
  }

  /// Places an alarm at an index, or farther from the root.
  private mutating func moveDown(_ alarm: Alarm, from start: Int) {
    var index = start
    while 2 * index + 1 < alarms.count {
      let (left, right) = (2 * index + 1, 2 * index + 2)
      let child = right < alarms.count && alarms[right].isBefore(alarms[left]) ? right : left
      guard alarms[child].isBefore(alarm) else { break }
      place(alarms[child], at: index)
      index = child
    }
    place(alarm, at: index)
  }

  private mutating func place(_ alarm: Alarm, at index: Int) {
    alarms[index] = alarm
    alarm.index = index
  }
}

/// An alarm, which waits in a heap once.
final class Alarm: @unchecked Sendable {
  // Unchecked: the lock of the heap guards all variables.

  /// Orders alarms of one time.
  let number: Int
  fileprivate(set) var time = Duration.zero
  /// The position in the heap. Nil if the alarm does not wait.
  fileprivate(set) var index: Int?
  /// Called with no lock held.
  fileprivate var ring: (@Sendable () -> Void)?

  init(_ number: Int, _ ring: @escaping @Sendable () -> Void) {
    self.number = number
    self.ring = ring
  }

  fileprivate func isBefore(_ other: Alarm) -> Bool {
    time == other.time ? number < other.number : time < other.time
  }
}
