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
      if alarm.close(as: .ended) { ring() }
    }
    return { if alarm.close(as: .disposed) { task.cancel() } }
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
