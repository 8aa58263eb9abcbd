extension Junction {
  /// Sends an event when a clock has reached an instant, unless the listener ends before. Sends none if the listener
  /// only peeks at the replay.
  @usableFromInline
  func send<C: Clock>(_ event: Event, at instant: C.Instant, of clock: C) {
    send {
      await clock.wait(until: instant)
      return event
    }
  }
}

extension Clock {
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
