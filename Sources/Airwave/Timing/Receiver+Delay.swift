extension Receiver {
  /// Forwards each value, and the end, after an interval.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.delay(for: .seconds(1), clock: clock).listen { print($0) } onFinish: { print("end") }
  ///
  /// [1, 2].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// clock.advance(by: .seconds(1))
  /// // 1
  /// // 2
  /// // end
  /// ```
  ///
  /// Values keep their order. The end comes an interval after the pair was finished, behind the last value. Disposal
  /// drops what is held back, and removes the alarm.
  ///
  /// Values are forwarded one at a time: by a task when they are due, or by the next broadcast if the task is late.
  ///
  /// - Parameters:
  ///   - interval: The time for which each value is held back. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the same values.
  /// - Complexity: O(1) for each value and listener; keeps the values of one interval, and one alarm while it waits.
  public func delay<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { .delaying(for: interval) }
  }
}
