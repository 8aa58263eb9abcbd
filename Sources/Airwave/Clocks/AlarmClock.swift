/// A clock that calls closures itself when it reaches an instant.
///
/// The operators that depend on time ask such a clock for an alarm. On the clocks of the standard library, a few tasks
/// sleep for all alarms of the program. On every other clock, a task sleeps for each alarm. `ManualClock` of
/// AirwaveTesting is an alarm clock: it rings inside the call that moves it, so a test need not wait for tasks. Conform
/// a clock of your own if it knows when it moves, for example because it wraps such a clock:
///
/// ```swift
/// import AirwaveTesting
///
/// struct LoggingClock: AlarmClock {
///   let clock = ManualClock()
///   var now: ManualClock.Instant { clock.now }
///   var minimumResolution: Duration { .zero }
///
///   func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
///     try await clock.sleep(until: deadline, tolerance: tolerance)
///   }
///
///   func setAlarm(at instant: ManualClock.Instant, _ ring: @escaping @Sendable () -> Void) -> Disposable {
///     print("alarm at \(instant)")
///     return clock.setAlarm(at: instant, ring)
///   }
/// }
///
/// let clock = LoggingClock()
/// let (transmitter, receiver) = Receiver<Int>.make()
/// receiver.delay(for: .seconds(2), clock: clock).listen { print("heard \($0)") }
/// transmitter.broadcast(1)
/// clock.clock.advance(by: .seconds(2))
/// // alarm at 2.0 seconds
/// // heard 1
/// ```
///
/// The isolation, the priority and the task-local values of a value that comes from an alarm are those of the code that
/// moves the clock. Use another clock where this must not be so, such as outside of tests.
public protocol AlarmClock<Instant>: Clock {
  /// Calls a closure once, when the clock has reached an instant.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// func brew<C: AlarmClock>(for time: C.Duration, clock: C) -> Disposable {
  ///   clock.setAlarm(at: clock.now.advanced(by: time)) { print("the tea is ready") }
  /// }
  ///
  /// let clock = ManualClock()
  /// _ = brew(for: .seconds(2), clock: clock)
  /// brew(for: .seconds(3), clock: clock).dispose()
  /// clock.advance(by: .seconds(3))
  /// // the tea is ready
  /// ```
  ///
  /// The clock holds no lock while it calls the closure. It calls closures in the order of their instants, and closures
  /// of the same instant in the order in which their alarms were set. While a closure runs, `now` is
  /// not before its instant. The closure may set further alarms. No alarm may ring before its instant. `now` never goes
  /// back.
  ///
  /// - Parameters:
  ///   - instant: When to call the closure. If the clock has already reached the instant, the clock may call the
  ///     closure before this returns.
  ///   - ring: The closure. The clock releases it after the call, and when the alarm is disposed of.
  /// - Returns: A disposable that removes the alarm. After it was disposed of, the closure is not called. A call that
  ///   is running on another thread may still finish.
  func setAlarm(at instant: Instant, _ ring: @escaping @Sendable () -> Void) -> Disposable
}

/// An alarm clock on which many alarms have the same instant, because a test moves it.
///
/// Of two timers, the one that began first ticks first, as on a clock of the system, where it is ahead by the time
/// between the two calls: so all alarms of one listener take the order of its first alarm. A clock that wraps this one
/// orders them as they are set.
package protocol OrderedAlarmClock<Instant>: AlarmClock {
  /// The order of what is set now: greater than all earlier ones.
  func nextOrder() -> Int

  /// Sets an alarm. Of alarms and sleepers with the same instant, those with a lower order come first.
  func setAlarm(at instant: Instant, order: Int, _ ring: @escaping @Sendable () -> Void) -> Disposable
}

extension Clock where Duration == Swift.Duration {
  /// Calls a closure when the clock has reached an instant: inside the call that moves the clock, if it is an
  /// `AlarmClock`, or else in a task of its own.
  ///
  /// - Parameters:
  ///   - instant: When to call the closure.
  ///   - junction: The junction of the listener whose alarm it is. Its alarms have one order among those of the same
  ///     instant.
  ///   - ring: The closure.
  /// - Returns: A function that cancels the alarm, unless it has begun to ring.
  func alarm(
    at instant: Instant,
    of junction: Junction? = nil,
    _ ring: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    if let clock = self as? any AlarmClock<Instant> {
      let alarm = junction?.setAlarm(at: instant, of: clock, ring) ?? clock.setAlarm(at: instant, ring)
      return { alarm.dispose() }
    }
    if self is ContinuousClock, let instant = instant as? ContinuousClock.Instant {
      return continuousAlarms.setAlarm(at: continuousOrigin.duration(to: instant)) { Task.detached { ring() } }
    }
    if self is SuspendingClock, let instant = instant as? SuspendingClock.Instant {
      return suspendingAlarms.setAlarm(at: suspendingOrigin.duration(to: instant)) { Task.detached { ring() } }
    }
    // Either the task closes the disposable and rings, or the task is cancelled. No closure runs in a cancelled task.
    let alarm = Disposable()
    // Detached, so that the task inherits neither priority nor task-local values from the calling thread.
    let task = Task.detached {
      await wait(until: instant)
      if alarm.stop(as: .ended) { ring() }
    }
    return { if alarm.stop(as: .disposed) { task.cancel() } }
  }

  /// Waits until the clock has reached an instant, or the task is cancelled.
  ///
  /// If the clock throws although the task is not cancelled, or wakes the task early, the task sleeps again. It pauses
  /// before that, twice as long each time, so that a clock that never sleeps does not keep a processor busy.
  func wait(until instant: Instant) async {
    var pause = Swift.Duration.microseconds(1)
    while true {
      try? await sleep(until: instant, tolerance: nil)
      if Task.isCancelled || now >= instant { return }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(100))
    }
  }
}

extension Junction {
  /// Runs a step when a clock has reached an instant, unless the listener ends before. Runs none if the listener only
  /// peeks at the replay, or if its owner is gone.
  @usableFromInline package func run<C: Clock>(at instant: C.Instant, of clock: C, _ step: @escaping () -> Void)
  where C.Duration == Duration {
    begin(step) { report in
      clock.alarm(at: instant, of: self) { report(()) }
    }
  }

  /// Sets an alarm on a clock that orders alarms of the same instant. Returns nil on any other clock.
  func setAlarm<Instant>(
    at instant: Instant,
    of clock: any AlarmClock<Instant>,
    _ ring: @escaping @Sendable () -> Void
  ) -> Disposable? {
    guard let clock = clock as? any OrderedAlarmClock<Instant> else { return nil }
    let order = alarmOrder ?? clock.nextOrder()
    alarmOrder = order
    return clock.setAlarm(at: instant, order: order, ring)
  }
}
