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
    return pacing(clock) { Delayer(for: interval) }
  }
}

/// Holds each value, and the end, back for an interval.
struct Delayer<Value>: Pacer, ~Copyable {
  private let interval: Duration
  private var held = RingBuffer<(value: Value, due: Duration)>()
  /// When the end is due, or nil before it has come, and when it is due.
  private var end: Duration?

  init(for interval: Duration) {
    self.interval = interval
  }

  var deadline: Duration? { held.isEmpty ? end : held[0].due }

  mutating func receive(_ value: Value, at now: Duration) -> Value? {
    _ = held.append((value, now.adding(interval)))
    return nil
  }

  mutating func next(at now: Duration) -> Value? {
    if held.isEmpty { end = nil }
    return held.popFirst()?.value
  }

  mutating func finish(at now: Duration) -> [Value] {
    end = now.adding(interval)
    return []
  }
}
