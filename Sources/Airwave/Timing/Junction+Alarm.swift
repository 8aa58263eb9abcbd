extension Junction {
  /// Runs a step when a clock has reached an instant, unless the listener ends before. Runs none if the listener only
  /// peeks at the replay, or if its owner is gone.
  @usableFromInline
  func run<C: Clock>(at instant: C.Instant, of clock: C, _ step: @escaping () -> Void) where C.Duration == Duration {
    begin(step) { report in
      clock.alarm(at: instant) { report(()) }
    }
  }

  /// Sets the alarm of the listener in a schedule, as `run(at:of:_:)`. The alarm must be cancelled when the listener
  /// ends.
  @usableFromInline
  func set(
    _ alarm: Alarm,
    in schedule: AlarmSchedule,
    at deadline: Duration,
    _ ring: @escaping (_ now: Duration, _ next: Duration?) -> Void
  ) {
    guard !listener.isPeek, !listener.hasEndedWithOwner() else { return }
    schedule.set(alarm, at: deadline, ring)
    // Another thread may have ended the listener, and cancelled the alarm before it was set.
    if !listener.isLive { schedule.cancel(alarm) }
  }
}
