extension Junction {
  /// Runs a step when a clock has reached an instant, unless the listener ends before. Runs none if the listener only
  /// peeks at the replay, or if its owner is gone.
  @usableFromInline
  func run<C: Clock>(at instant: C.Instant, of clock: C, _ step: @escaping () -> Void) where C.Duration == Duration {
    begin(step) { report in
      clock.alarm(at: instant) { report(()) }
    }
  }
}
