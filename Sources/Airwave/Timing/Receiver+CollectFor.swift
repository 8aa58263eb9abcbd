extension Receiver {
  /// Collects the values of each interval into a batch.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.collect(for: .seconds(1)).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// // [1, 2, 3]
  /// ```
  ///
  /// The first interval begins when a listener joins, and each other one where the one before ends. One without a value
  /// sends nothing, unlike in RxSwift, and wakes nothing. What an interval has collected is forwarded at once when the pair
  /// finishes. Disposal drops it. Batches are forwarded from a task, one at a time.
  ///
  /// - Parameters:
  ///   - interval: How long an interval is. With zero, each value is a batch. A negative interval stops the program.
  ///   - clock: What measures it.
  /// - Returns: A receiver of arrays, none of them empty.
  /// - Complexity: O(1) for each value and listener, amortized; keeps the values of one interval, and one task while there
  ///   are any.
  public func collect<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<[Value]> where C.Duration == Duration {
    collect(count: .max, for: interval, clock: clock)
  }

  /// Collects values into batches of a given size, or of what came in an interval if that ends first.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.collect(count: 2, for: .seconds(1)).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// // [1, 2]
  /// // [3]
  /// ```
  ///
  /// Is ``collect(for:clock:)``, but for this: an interval also ends with the value that makes its batch full, and the next
  /// one begins there. A full batch is forwarded where the value is broadcast.
  ///
  /// - Parameters:
  ///   - count: How many values make a batch full. No batch is empty, so that 0 means 1. A negative count stops the program.
  ///   - interval: How long an interval is at most. With zero, each value is a batch. A negative interval stops the
  ///     program.
  ///   - clock: What measures it.
  /// - Returns: A receiver of arrays, none of them empty.
  /// - Complexity: O(1) for each value and listener, amortized; keeps one batch, and one task while there are values in it.
  public func collect<C: Clock>(
    count: Int,
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<[Value]> where C.Duration == Duration {
    requireNonNegative(count, "count")
    let interval = checked(interval, "for")
    return pacing(clock) { Collector(count: count, interval: interval, start: clock.now) }
  }
}
