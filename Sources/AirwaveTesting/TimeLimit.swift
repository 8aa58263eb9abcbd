internal import Airwave

/// A limit on the time of a wait. The time counts from the making of the limit, not from the first run of the alarm's
/// task.
struct TimeLimit<C: Clock> where C.Duration == Duration {
  private let clock: C
  private let deadline: C.Instant

  /// Stops the program if the duration is negative, with a message that names the argument of the caller (Contract 12).
  init(_ duration: Duration, of clock: C) {
    self.clock = clock
    deadline = clock.now.advanced(by: checked(duration, "within", of: "AirwaveTesting"))
  }

  /// Calls a function when the time limit has passed.
  ///
  /// - Returns: The task that calls it. Cancel the task to prevent the call.
  func alarm(_ action: @escaping @Sendable () -> Void) -> Task<Void, any Error> {
    Task { [clock, deadline] in
      try await clock.sleep(until: deadline, tolerance: nil)
      action()
    }
  }
}
