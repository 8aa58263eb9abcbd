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
  /// The first interval begins when a listener joins. Each interval after it begins where the previous one ends. An
  /// interval without a value sends nothing, unlike in RxSwift, and needs no alarm. When the pair finishes, the present
  /// batch is forwarded at once. Disposal drops it.
  ///
  /// Batches are forwarded one at a time: by a task when the interval ends, or by the next broadcast if the task is
  /// late.
  ///
  /// - Parameters:
  ///   - interval: The length of an interval. With zero, each value is a batch. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of arrays, none of them empty.
  /// - Complexity: O(1) for each value and listener, amortized; keeps the values of one interval, and one alarm
  ///   while there are any.
  public func collect<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<[Value]> where C.Duration == Duration {
    collect(count: .max, for: interval, clock: clock)
  }

  /// Collects values into batches, each of which ends when it has a given size or when its interval ends.
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
  /// It works as ``collect(for:clock:)`` with one addition: the value that makes a batch full also ends the interval,
  /// and the next interval begins at that instant. A full batch is forwarded where that value is broadcast.
  ///
  /// - Parameters:
  ///   - count: The number of values in a full batch. No batch is empty: 0 means 1. A negative count stops the program.
  ///   - interval: The maximal length of an interval. With zero, each value is a batch. A negative interval stops the
  ///     program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of arrays, none of them empty.
  /// - Complexity: O(1) for each value and listener, amortized; keeps one batch, and one alarm while the batch has
  ///   values.
  public func collect<C: Clock>(
    count: Int,
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<[Value]> where C.Duration == Duration {
    requireNonNegative(count, "count")
    let interval = checked(interval, "for")
    return pacing(clock) { Collector(count: count, for: interval) }
  }
}

/// Collects values into a batch until the batch is full or the interval ends. The deadline is the end of the present
/// interval, or nil if the interval has no value yet. The first interval begins when the listener joins, and each other
/// one where the previous one ends.
struct Collector<Value>: Pacer {
  private let count: Int
  private let interval: Duration
  /// The start of an earlier interval, or of the present one.
  private var start = Duration.zero
  private var batch: [Value] = []
  private(set) var deadline: Duration?

  init(count: Int, for interval: Duration) {
    (self.count, self.interval) = (count, interval)
  }

  mutating func receive(_ value: Value, at now: Duration) -> [Value]? {
    batch.append(value)
    if batch.count >= count || interval == .zero {
      start = now
      return next(at: now)
    }
    if deadline == nil {
      let elapsed = now.subtracting(start).attoseconds % interval.attoseconds
      deadline = now.adding(interval - Duration(attoseconds: elapsed))
    }
    return nil
  }

  mutating func next(at now: Duration) -> [Value]? {
    deadline = nil
    return batch.isEmpty ? nil : exchange(&batch, with: [])
  }

  mutating func finish(at now: Duration) -> [[Value]] { next(at: now).map { [$0] } ?? [] }
}
