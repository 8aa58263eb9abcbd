extension Junction {
  /// Runs a step when a clock has reached an instant, unless the listener ends before. Runs none if the listener only
  /// peeks at the replay, or if its owner is gone.
  @usableFromInline
  package func run<C: Clock>(at instant: C.Instant, of clock: C, _ step: @escaping () -> Void)
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
