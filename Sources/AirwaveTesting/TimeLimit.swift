internal import Airwave

/// How long to wait at most. It counts from when it is made, not from when the task of its alarm first runs.
struct TimeLimit<C: Clock> where C.Duration == Duration {
  private let clock: C
  private let deadline: C.Instant

  /// Stops the program if the duration is negative, naming the argument of the caller (Contract 12).
  init(_ duration: Duration, of clock: C) {
    self.clock = clock
    deadline = clock.now.advanced(by: checked(duration, "within", of: "AirwaveTesting"))
  }

  /// Calls a function when the time is up, unless the task that this returns is cancelled before.
  func alarm(_ action: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
    Task { [clock, deadline] in
      try await clock.sleep(until: deadline, tolerance: nil)
      action()
    }
  }
}
