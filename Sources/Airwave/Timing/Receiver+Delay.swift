extension Receiver {
  /// Forwards each value after an interval.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.delay(for: .seconds(1)).listen { print($0) }
  ///
  /// [1, 2].forEach(transmitter.broadcast)
  /// print("nothing yet")
  /// transmitter.finish()
  /// // nothing yet
  /// // 1
  /// // 2
  /// ```
  ///
  /// Values keep their order. When the pair finishes, the values that are held back are forwarded at once. Disposal
  /// drops them and cancels the sleeping task.
  ///
  /// Values are forwarded one at a time: by a task when they are due, or by the next broadcast if the task is late.
  ///
  /// - Parameters:
  ///   - interval: The time for which each value is held back. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the same values.
  /// - Complexity: O(1) for each value and listener; keeps the values of one interval, and one task while it waits.
  public func delay<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { Delayer(interval: interval) }
  }
}
