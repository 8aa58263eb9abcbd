extension Receiver {
  /// Forwards a value, and then none for a while.
  ///
  /// ```swift
  /// let (clicks, click) = Receiver<Int>.make()
  /// click.throttle(for: .seconds(1), latest: true).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(clicks.broadcast)
  /// clicks.finish()
  /// // 1
  /// // 3
  /// ```
  ///
  /// The value that is held back is delivered when the pair finishes. Disposal cancels what sleeps. A value that ends a
  /// pause is forwarded from a task, one at a time.
  ///
  /// A value that comes exactly at the end of a pause comes after it. If an earlier value is held back, that one is
  /// forwarded, and the new value waits for the end of the next pause. So the clock alone decides what is heard, not
  /// whether the task or the broadcast is first at that instant.
  ///
  /// - Parameters:
  ///   - interval: How long the pause is. A negative interval stops the program.
  ///   - latest: Whether the latest of the values that came during a pause is forwarded at its end, to begin the next one.
  ///   - clock: What measures it.
  /// - Returns: A receiver of fewer values.
  /// - Complexity: O(1) for each value and listener; keeps one value, and one task during a pause.
  public func throttle<C: Clock>(
    for interval: Duration,
    latest: Bool,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { Throttler(interval: interval, forwardsLatest: latest) }
  }
}
