extension Receiver {
  /// Forwards a value when none has followed it for a while.
  ///
  /// ```swift
  /// let (keys, key) = Receiver<String>.make()
  /// key.debounce(for: .milliseconds(300)).listen { print($0) }
  ///
  /// ["s", "sw", "swift"].forEach(keys.broadcast)
  /// keys.finish()
  /// // swift
  /// ```
  ///
  /// The value that is held back is delivered when the pair finishes. Disposal cancels what sleeps. Values are forwarded
  /// from a task, one at a time.
  ///
  /// - Parameters:
  ///   - interval: How long it must be quiet. A negative interval stops the program.
  ///   - clock: What measures it.
  /// - Returns: A receiver of the last value of each burst.
  /// - Complexity: O(1) for each value and listener; keeps one value, and one task while it waits.
  public func debounce<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { Debouncer(interval: interval) }
  }
}
