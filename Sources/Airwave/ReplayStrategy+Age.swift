extension ReplayStrategy {
  /// Replays the newest values, up to a limit, that are younger than a duration.
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
  /// The age of a value counts from its delivery. A value whose age has reached the duration is not replayed. It is
  /// released when the next value is broadcast, when a listener joins, or when ``Receiver/replayed`` or
  /// ``Receiver/latest`` of the pair is read while nothing is delivered. No timer runs.
  ///
  /// Two strategies with a positive duration are equal only if one is a copy of the other.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of values to keep. ``Receiver/make(strategy:)`` traps if it is negative.
  ///   - duration: How long to keep each value. 0 makes the strategy ``hot``. A negative duration stops the program.
  ///   - clock: The clock that measures the age of values.
  /// - Returns: A strategy.
  /// - Complexity: A pair with this strategy reads the clock at each broadcast, and keeps an instant with each value.
  ///   A broadcast and a join also evict all values that are too old. Pairs with other strategies pay nothing.
  public static func warm<C: Clock>(
    upTo limit: Int,
    for duration: Duration,
    clock: C = ContinuousClock()
  ) -> ReplayStrategy where C.Duration == Duration {
    let duration = checked(duration, "for")
    // No age is less than zero, so nothing would be replayed. `min` keeps a negative limit, so that making a pair
    // traps.
    if duration == .zero { return .warm(upTo: min(limit, 0)) }
    let start = clock.now
    return ReplayStrategy(maximumCount: limit, age: AgeLimit(duration) { start.duration(to: clock.now) })
  }
}
