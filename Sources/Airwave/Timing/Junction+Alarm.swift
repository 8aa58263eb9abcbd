extension Junction {
  /// Sends an event when a clock has reached an instant, unless the listener ends before. Sends none if the listener
  /// only peeks at the replay, or if its owner is gone.
  @usableFromInline
  func send<C: Clock>(_ event: Event, at instant: C.Instant, of clock: C) {
    begin { report in
      clock.alarm(at: instant) { report(event) }
    }
  }
}
