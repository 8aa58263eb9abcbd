extension Receiver {
  /// Notices pauses: sends `Void` when an interval has passed without a value.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.silence(for: .seconds(5), clock: clock).listen { print("silent for five seconds") }
  ///
  /// transmitter.broadcast(1)
  /// clock.advance(by: .seconds(60))
  /// // silent for five seconds
  /// ```
  ///
  /// The first pause begins when a listener joins, and each value begins another one. Each pause is reported once,
  /// however long it lasts. When the pair finishes, this receiver finishes.
  ///
  /// To stop listening after a pause, pass this receiver to ``take(until:)``. A value that arrives exactly at the end
  /// of the interval comes after the pause.
  ///
  /// A task reports the pause, or the next broadcast if the task is late.
  ///
  /// - Parameters:
  ///   - interval: The length of a pause that is reported. With zero, each value is followed by a pause. A negative
  ///     interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of `Void`.
  /// - Complexity: O(1) for each value and listener; keeps an instant, and one alarm while it waits.
  public func silence<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Void> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { SilenceReporter(for: interval) }
  }
}

/// Reports each pause that is at least as long as an interval, once. The deadline is the end of the present pause, or nil
/// if it was reported.
struct SilenceReporter<Value>: Pacer {
  private let interval: Duration
  private(set) var deadline: Duration?

  init(for interval: Duration) {
    self.interval = interval
    deadline = interval
  }

  mutating func receive(_ value: Value, at now: Duration) -> Void? {
    deadline = now.adding(interval)
    return nil
  }

  mutating func next(at now: Duration) -> Void? {
    deadline = nil
    return ()
  }

  mutating func finish(at now: Duration) -> [Void] {
    deadline = nil
    return []
  }
}
