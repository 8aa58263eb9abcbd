extension Receiver {
  /// Forwards each value a while later.
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
  /// Values keep their order. Those that are held back are delivered when the pair finishes. Disposal cancels what sleeps.
  /// Values are forwarded from a task, one at a time.
  ///
  /// - Parameters:
  ///   - interval: How much later. A negative interval stops the program.
  ///   - clock: What measures it.
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
