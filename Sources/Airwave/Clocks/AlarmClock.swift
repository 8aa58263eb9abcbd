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
/// between the two calls: so all alarms of one listener take the order of its first alarm.
package protocol OrderedAlarmClock<Instant>: AlarmClock {
  /// The order of what is set now: greater than all earlier ones.
  func nextOrder() -> Int

  /// Sets an alarm. Of alarms and sleepers with the same instant, those with a lower order come first.
  func setAlarm(at instant: Instant, order: Int, _ ring: @escaping @Sendable () -> Void) -> Disposable
}
