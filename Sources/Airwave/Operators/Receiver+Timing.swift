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
  /// When the pair finishes, the value that is held back is forwarded at once. Disposal drops it.
  ///
  /// Values are forwarded one at a time: by a task when the interval has passed, or by the next broadcast if the task
  /// is late.
  ///
  /// - Parameters:
  ///   - interval: The length of the pause after which a value is forwarded. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the last value of each burst.
  /// - Complexity: O(1) for each value and listener; keeps one value, and one timer while it waits.
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
@usableFromInline struct Debouncer<Value>: Pacer {
  @usableFromInline let interval: Duration
  @usableFromInline var deadline: Duration?
  @usableFromInline var held: Value?

  @inlinable init(for interval: Duration) {
    self.interval = interval
  }

  @inlinable mutating func receive(_ value: Value, at now: Duration) -> Value? {
    (held, deadline) = (value, now.adding(interval))
    return nil
  }

  @inlinable mutating func next(at now: Duration) -> Value? {
    deadline = nil
    return exchange(&held, with: nil)
  }

  @inlinable mutating func finish(at now: Duration) -> [Value] { next(at: now).map { [$0] } ?? [] }
}

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
  /// Values keep their order. The end comes an interval after the pair was finished, after the last value. Disposal
  /// drops what is held back.
  ///
  /// Values are forwarded one at a time: by a task when they are due, or by the next broadcast if the task is late.
  ///
  /// - Parameters:
  ///   - interval: The time for which each value is held back. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the same values.
  /// - Complexity: O(1) for each value and listener; keeps the values of one interval, and one timer while it waits.
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
  /// When the pair finishes, the value that is held back is forwarded at once. Disposal drops it. Values are forwarded
  /// one at a time. The value that was held back during a pause is forwarded by a task when the pause ends, or by the
  /// next broadcast if the task is late.
  ///
  /// A value that arrives exactly at the end of a pause belongs to the next pause: if an earlier value is held back,
  /// that one is forwarded first, and the new one is held back until the end of the next pause.
  ///
  /// - Parameters:
  ///   - interval: The length of a pause. A negative interval stops the program.
  ///   - latest: Whether the latest value of a pause is held back and forwarded at the end of the pause, where it
  ///     begins another pause, as by default. If `false`, the values of a pause are dropped.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of fewer values.
  /// - Complexity: O(1) for each value and listener; keeps one value, and one timer during a pause.
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
@usableFromInline struct Throttler<Value>: Pacer {
  @usableFromInline let interval: Duration
  @usableFromInline let keepsLatest: Bool
  @usableFromInline var deadline: Duration?
  @usableFromInline var held: Value?

  @inlinable init(for interval: Duration, latest: Bool) {
    (self.interval, keepsLatest) = (interval, latest)
  }

  @inlinable mutating func receive(_ value: Value, at now: Duration) -> Value? {
    if deadline == nil {
      deadline = now.adding(interval)
      return value
    }
    if keepsLatest { held = value }
    return nil
  }

  @inlinable mutating func next(at now: Duration) -> Value? {
    // A value that is forwarded at the end of a pause begins another pause.
    deadline = held == nil ? nil : now.adding(interval)
    return exchange(&held, with: nil)
  }

  @inlinable mutating func finish(at now: Duration) -> [Value] {
    deadline = nil
    return exchange(&held, with: nil).map { [$0] } ?? []
  }
}

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
  /// - Complexity: O(1) for each value and listener; keeps an instant, and one timer while it waits.
  public func silence<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Void> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return pacing(clock) { SilenceReporter(for: interval) }
  }
}

/// Reports each pause that is at least as long as an interval, once. The deadline is the end of the present pause, or
/// nil if it was reported.
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

extension Receiver {
  /// Forwards each value together with the instant at which the listener hears it.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// receiver.timestamped(clock: clock).listen { value, instant in print(value, instant) }
  ///
  /// transmitter.broadcast("a")
  /// clock.advance(by: .seconds(2))
  /// transmitter.broadcast("b")
  /// // a 0.0 seconds
  /// // b 2.0 seconds
  /// ```
  ///
  /// A replayed value has the instant of its replay. To keep the instant of the broadcast, share the result:
  /// `receiver.timestamped().share(strategy: .cold)`.
  ///
  /// - Parameter clock: The clock that tells the instant.
  /// - Returns: A receiver of tuples of a value and an instant.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @inlinable
  public func timestamped<C: Clock>(clock: C = ContinuousClock()) -> Receiver<(value: Value, instant: C.Instant)> {
    attaching { sink in
      { value in sink((value, clock.now)) }
    }
  }
}
