extension Receiver {
  /// Collects values into batches of a given size.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.collect(count: 2).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// // [1, 2]
  /// // [3]
  /// ```
  ///
  /// The last batch may be smaller. It is forwarded when the pair finishes, or when an operator upstream such as
  /// ``take(count:)`` is done. Disposal drops it.
  ///
  /// - Parameter count: The number of values in a batch. No batch is empty: 0 means 1. A negative count stops the
  ///   program.
  /// - Returns: A receiver of arrays.
  /// - Complexity: O(1) for each value and listener, amortized; keeps one batch.
  @inlinable
  public func collect(count: Int) -> Receiver<[Value]> {
    requireNonNegative(count, "count")
    return deriving(of: source) { [self] sink in
      let batch = OperatorState<[Value]>([])
      let receive = { (value: Value) in
        batch.content.append(value)
        if batch.content.count >= count { sink(exchange(&batch.content, with: [])) }
      }
      let end = { (ending: Ending) in
        let rest = exchange(&batch.content, with: [])
        // If the transmitter removed the listener, its sink is closed and the rest is dropped.
        if !rest.isEmpty, sink.isOpen { sink(rest) }
        sink.end(ending)
      }
      attach(Sink(receive: receive, onEnd: end, disposable: sink.disposable))
    }
  }

  /// Forwards a value in place of nothing: if the pair finishes without a value, the listener hears this one first.
  ///
  /// ```swift
  /// let (results, result) = Receiver<String>.make()
  /// result.filter { !$0.isEmpty }.replaceEmpty(with: "nothing").listen { print($0) } onFinish: { print("done") }
  ///
  /// results.broadcast("")
  /// results.finish()
  /// // nothing
  /// // done
  /// ```
  ///
  /// What counts is what the listener has heard: a listener that joins a finished pair which replays nothing hears the
  /// given value, whatever others heard before. Disposal and removal forward nothing.
  ///
  /// - Parameter replacement: The value that is forwarded before the end if no other was.
  /// - Returns: A receiver of the values, or of the given one.
  /// - Complexity: O(1) for each value and listener; keeps the given value.
  @inlinable
  public func replaceEmpty(with replacement: Value) -> Receiver<Value> {
    deriving(of: source) { [self] sink in
      let isEmpty = OperatorState(true)
      let receive = { (value: Value) in
        isEmpty.content = false
        sink(value)
      }
      let end = { (ending: Ending) in
        // If the transmitter removed the listener, its sink is closed.
        if exchange(&isEmpty.content, with: false), sink.isOpen { sink(replacement) }
        sink.end(ending)
      }
      attach(Sink(receive: receive, onEnd: end, disposable: sink.disposable))
    }
  }

  /// Collects values into batches, each of which ends when another receiver has a value.
  ///
  /// ```swift
  /// let (lines, line) = Receiver<String>.make()
  /// let (pages, page) = Receiver<Void>.make()
  /// line.collect(until: page).listen { print($0) }
  ///
  /// ["a", "b"].forEach(lines.broadcast)
  /// pages.broadcast()
  /// pages.broadcast()
  /// lines.broadcast("c")
  /// lines.finish()
  /// // ["a", "b"]
  /// // []
  /// // ["c"]
  /// ```
  ///
  /// Each value of the other receiver forwards a batch, which is empty if no value has come since the last one. When
  /// this receiver finishes, the rest is forwarded if there is any, and the listener hears the end. The end of the
  /// other receiver has no effect. Disposal drops the rest.
  ///
  /// - Parameter other: The receiver whose values end a batch. It is listened to last, so that one of its replayed
  ///   values forwards the replayed values.
  /// - Returns: A receiver of arrays.
  /// - Complexity: O(1) for each value and listener, amortized; keeps one batch, whose size only the other receiver
  ///   bounds.
  @inlinable
  public func collect<Other: Sendable>(until other: Receiver<Other>) -> Receiver<[Value]> {
    joining { [self] sink, junction in
      let batch = OperatorState<[Value]>([])
      junction.listen(to: self) { value in
        batch.content.append(value)
      } onFinish: {
        let rest = exchange(&batch.content, with: [])
        if !rest.isEmpty { sink(rest) }
        sink.finish()
      }
      junction.listen(to: other) { _ in sink(exchange(&batch.content, with: [])) }
    }
  }

  /// Collects the values of each interval into a batch, which ends earlier if it has a given size.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.collect(for: .seconds(1)).listen { print($0) }
  /// receiver.collect(count: 2, for: .seconds(1)).listen { print("at most two:", $0) }
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// // at most two: [1, 2]
  /// // [1, 2, 3]
  /// // at most two: [3]
  /// ```
  ///
  /// The first interval begins when a listener joins. Each interval after it begins where the previous one ends. An
  /// interval without a value sends nothing, unlike in RxSwift, and uses no timer. The value that makes a batch full
  /// also ends the interval, and the next interval begins at that instant. When the pair finishes, the present batch is
  /// forwarded at once. Disposal drops it.
  ///
  /// Batches are forwarded one at a time: where the value is broadcast that makes the batch full, by a task when the
  /// interval ends, or by the next broadcast if the task is late.
  ///
  /// - Parameters:
  ///   - count: The number of values in a full batch, without a limit by default. No batch is empty: 0 means 1. A
  ///     negative count stops the program.
  ///   - interval: The maximal length of an interval. With zero, each value is a batch. A negative interval stops the
  ///     program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of arrays, none of them empty.
  /// - Complexity: O(1) for each value and listener, amortized; keeps one batch, and one timer while the batch has
  ///   values.
  public func collect<C: Clock>(
    count: Int = .max,
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

extension Receiver {
  /// Forwards each value together with those just before it: the newest values, a given number of them.
  ///
  /// ```swift
  /// let (transmitter, prices) = Receiver<Int>.make()
  /// prices.windows(ofCount: 3).map { $0.reduce(0, +) / $0.count }.listen { print("average \($0)") }
  ///
  /// [1, 2, 3, 10].forEach(transmitter.broadcast)
  /// // average 2
  /// // average 5
  /// ```
  ///
  /// The first window is forwarded when as many values have been heard. Nothing is forwarded at the end. For batches,
  /// which share no value, see ``collect(count:)``.
  ///
  /// - Parameter count: The number of values in a window. No window is empty: 0 means 1. A negative count stops the
  ///   program.
  /// - Returns: A receiver of arrays of equal length, oldest value first.
  /// - Complexity: O(*n*) for each value and listener, where *n* is the count; keeps one window.
  @inlinable
  public func windows(ofCount count: Int) -> Receiver<[Value]> {
    requireNonNegative(count, "count")
    return attaching { sink in
      let window = OperatorState<[Value]>([])
      return { value in
        if window.content.count >= max(count, 1) { window.content.removeFirst() }
        window.content.append(value)
        if window.content.count >= count { sink(window.content) }
      }
    }
  }
}
