extension ReplayStrategy {
  /// The newest values, up to a limit, that are younger than a duration.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 100, for: .seconds(10), clock: clock))
  /// transmitter.broadcast(1)
  /// clock.advance(by: .seconds(6))
  /// transmitter.broadcast(2)
  /// clock.advance(by: .seconds(6))
  ///
  /// print(receiver.replayed)
  /// // [2]
  /// ```
  ///
  /// A value that is as old as the duration, or older, is not replayed. It is released when the next value is broadcast, when a
  /// listener joins, or when ``Receiver/replayed`` or ``Receiver/latest`` is read: no timer runs.
  ///
  /// Two strategies with a duration are equal if one is a copy of the other.
  ///
  /// - Parameters:
  ///   - limit: How many values to keep at most. ``Receiver/make(strategy:)`` traps if it is negative.
  ///   - duration: How long to keep them. A negative duration stops the program.
  ///   - clock: What measures it.
  /// - Returns: A strategy.
  /// - Complexity: A pair with this strategy reads the clock at each broadcast, and keeps an instant with each value. Pairs
  ///   with other strategies pay nothing.
  public static func warm<C: Clock>(
    upTo limit: Int,
    for duration: Duration,
    clock: C = ContinuousClock()
  ) -> ReplayStrategy where C.Duration == Duration {
    let duration = checked(duration, "for")
    // No value is younger than no time at all. A negative limit is still reported when a pair is made.
    if duration == .zero { return .warm(upTo: min(limit, 0)) }
    let start = clock.now
    return ReplayStrategy(maximumCount: limit, age: AgeLimit(duration) { start.duration(to: clock.now) })
  }
}
