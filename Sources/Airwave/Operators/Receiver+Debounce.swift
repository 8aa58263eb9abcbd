extension Receiver {
  /// Forwards a value when an interval has passed without another value.
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
  /// When the pair finishes, the value that is held back is forwarded at once. Disposal drops it and removes
  /// the alarm.
  ///
  /// Values are forwarded one at a time: by a task when the interval has passed, or by the next broadcast if the task
  /// is late.
  ///
  /// - Parameters:
  ///   - interval: The length of the pause after which a value is forwarded. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the last value of each burst.
  /// - Complexity: O(1) for each value and listener; keeps one value, and one alarm while it waits.
  @inlinable
  public func debounce<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { Debouncer(for: interval) }
  }
}

/// Holds a value back until an interval has passed without another value.
@usableFromInline
struct Debouncer<Value>: Pacer {
  @usableFromInline let interval: Duration
  @usableFromInline var deadline: Duration?
  @usableFromInline var held: Value?

  @inlinable init(for interval: Duration) {
    self.interval = interval
  }

  @inlinable
  mutating func receive(_ value: Value, at now: Duration) -> Value? {
    (held, deadline) = (value, now.adding(interval))
    return nil
  }

  @inlinable
  mutating func next(at now: Duration) -> Value? {
    deadline = nil
    return exchange(&held, with: nil)
  }

  @inlinable
  mutating func finish(at now: Duration) -> [Value] { next(at: now).map { [$0] } ?? [] }
}
