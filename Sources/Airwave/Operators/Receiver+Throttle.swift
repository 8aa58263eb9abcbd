extension Receiver {
  /// Forwards a value, then pauses for an interval.
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
  /// When the pair finishes, the value that is held back is forwarded at once. Disposal drops it and removes
  /// the alarm. Values are forwarded one at a time. The value that was held back during a pause is forwarded by a
  /// task when the pause ends, or by the next broadcast if the task is late.
  ///
  /// A value that arrives exactly at the end of a pause counts as a value after the pause. If an earlier value is held
  /// back, the earlier value is forwarded and begins another pause, and the new value is held back until the end of
  /// that pause. So the result depends on the clock alone, and not on whether the task or the broadcast runs first at
  /// that instant.
  ///
  /// - Parameters:
  ///   - interval: The length of a pause. A negative interval stops the program.
  ///   - latest: Whether the latest value of a pause is held back and forwarded at the end of the pause, where it
  ///     begins another pause, as by default. If `false`, the values of a pause are dropped.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of fewer values.
  /// - Complexity: O(1) for each value and listener; keeps one value, and one alarm during a pause.
  @inlinable
  public func throttle<C: Clock>(
    for interval: Duration,
    latest: Bool = true,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { Throttler(for: interval, latest: latest) }
  }
}

/// Forwards a value, then pauses for an interval. At the end of the pause it forwards the latest value of the pause, or
/// none. The deadline is the end of the pause, or nil while there is no pause.
@usableFromInline
struct Throttler<Value>: Pacer {
  @usableFromInline let interval: Duration
  @usableFromInline let keepsLatest: Bool
  @usableFromInline var deadline: Duration?
  @usableFromInline var held: Value?

  @inlinable init(for interval: Duration, latest: Bool) {
    (self.interval, keepsLatest) = (interval, latest)
  }

  @inlinable
  mutating func receive(_ value: Value, at now: Duration) -> Value? {
    if deadline == nil {
      deadline = now.adding(interval)
      return value
    }
    if keepsLatest { held = value }
    return nil
  }

  @inlinable
  mutating func next(at now: Duration) -> Value? {
    // A value that is forwarded at the end of a pause begins another pause.
    deadline = held == nil ? nil : now.adding(interval)
    return exchange(&held, with: nil)
  }

  @inlinable
  mutating func finish(at now: Duration) -> [Value] {
    deadline = nil
    return exchange(&held, with: nil).map { [$0] } ?? []
  }
}
