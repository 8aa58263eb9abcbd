extension Receiver {
  /// Leaves out values until the first that fails a predicate.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.skip { $0 < 2 }.listen { print($0) }
  ///
  /// [1, 2, 1].forEach(transmitter.broadcast)
  /// // 2
  /// // 1
  /// ```
  ///
  /// - Parameter predicate: Returns whether to leave out a value. It is not called again after it has returned `false`.
  /// - Returns: A receiver of the first value that fails and all values after it.
  /// - Complexity: O(1) for each value and listener; keeps a flag.
  @inlinable
  public func skip(while predicate: @escaping @Sendable (Value) -> Bool) -> Receiver<Value> {
    attaching { sink in
      let isSkipping = OperatorState(true)
      return { value in
        if isSkipping.content { isSkipping.content = predicate(value) }
        if !isSkipping.content { sink(value) }
      }
    }
  }

  /// Forwards values until the first that fails a predicate, then finishes.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.take { $0 < 3 }.listen { print($0) }
  /// receiver.take(while: { $0 < 3 }, inclusive: true).listen { print("inclusive", $0) }
  ///
  /// [2, 3, 1].forEach(transmitter.broadcast)
  /// // 2
  /// // inclusive 2
  /// // inclusive 3
  /// ```
  ///
  /// - Parameters:
  ///   - predicate: Returns whether to continue. It is not called again after it has returned `false`.
  ///   - inclusive: Whether the value that fails is forwarded too, as the last value.
  /// - Returns: A receiver of the values before the first that fails, and of that value if `inclusive` is `true`.
  /// - Complexity: One call for each value and listener; keeps a flag.
  @inlinable
  public func take(while predicate: @escaping @Sendable (Value) -> Bool, inclusive: Bool = false) -> Receiver<Value> {
    attaching { sink in
      let isTaking = OperatorState(true)
      return { value in
        guard isTaking.content else { return }
        isTaking.content = predicate(value)
        if isTaking.content || inclusive { sink(value) }
        if !isTaking.content { sink.finish() }
      }
    }
  }

  /// Leaves out values until another receiver has a value.
  ///
  /// ```swift
  /// let (ticks, tick) = Receiver<Int>.make()
  /// let (starts, start) = Receiver<Void>.make()
  /// tick.skip(until: start).listen { print($0) }
  ///
  /// ticks.broadcast(1)
  /// starts.broadcast(())
  /// ticks.broadcast(2)
  /// // 2
  /// ```
  ///
  /// A replayed value of the other receiver counts: all values are then forwarded. The listener leaves the other
  /// receiver after the first value. If the other receiver finishes without a value, no value is forwarded, and the
  /// listener hears only the end of this receiver. (In Combine it would hear the end at once, and in ReactiveSwift the
  /// values from then on.)
  ///
  /// - Parameter other: The receiver to wait for. It is listened to first.
  /// - Returns: A receiver of the values after the first value of the other receiver.
  /// - Complexity: O(1) for each value and listener; keeps a flag.
  @inlinable
  public func skip<Other: Sendable>(until other: Receiver<Other>) -> Receiver<Value> {
    let start = other.take(count: 1)
    return joining { [self] sink, junction in
      let hasStarted = OperatorState(false)
      junction.listen(to: start) { _ in hasStarted.content = true }
      junction.listen(to: self, { if hasStarted.content { sink($0) } }, onFinish: sink.finish)
    }
  }

  /// Leaves out the values of an interval that begins when a listener joins.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// transmitter.broadcast(1)
  ///
  /// receiver.skip(for: .seconds(60)).listen { print($0) } onFinish: { print("done") }
  /// transmitter.broadcast(2)
  /// transmitter.finish()
  /// // done
  /// ```
  ///
  /// It forwards the values that ``take(for:clock:)`` leaves out. It uses no timer.
  ///
  /// - Parameters:
  ///   - interval: The length of the interval. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the values that come later.
  /// - Complexity: O(1) for each value and listener; keeps an instant and a flag.
  public func skip<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return attaching { sink in
      let end = clock.now.advanced(by: interval)
      let isSkipping = OperatorState(true)
      return { value in
        if isSkipping.content { isSkipping.content = clock.now < end }
        if !isSkipping.content { sink(value) }
      }
    }
  }

  /// Forwards values until another receiver has a value, and then finishes.
  ///
  /// ```swift
  /// let (ticks, tick) = Receiver<Int>.make()
  /// let (alarms, alarm) = Receiver<Void>.make()
  /// tick.take(until: alarm).listen { print($0) } onFinish: { print("done") }
  ///
  /// ticks.broadcast(1)
  /// alarms.broadcast(())
  /// ticks.broadcast(2)
  /// // 1
  /// // done
  /// ```
  ///
  /// A replayed value of the other receiver counts: no value is then forwarded. The end of the other receiver has no
  /// effect.
  ///
  /// - Parameter other: The receiver to wait for. It is listened to first.
  /// - Returns: A receiver of the values before the first value of the other receiver.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @inlinable
  public func take<Other: Sendable>(until other: Receiver<Other>) -> Receiver<Value> {
    joining { [self] sink, junction in
      junction.listen(to: other) { _ in sink.finish() }
      junction.listen(to: self, sink.receive, onFinish: sink.finish)
    }
  }

  /// Forwards the values of an interval that begins when a listener joins, then finishes.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.take(for: .seconds(60)).listen { print($0) } onFinish: { print("done") }
  ///
  /// transmitter.broadcast(1)
  /// transmitter.finish()
  /// // 1
  /// // done
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The length of the interval. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the values that come before the interval ends.
  /// - Complexity: O(1) for each value and listener; keeps one timer.
  public func take<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return joining { [self] sink, junction in
      let end = clock.now.advanced(by: interval)
      junction.run(at: end, of: clock, sink.finish)
      // The alarm may be late: compare with the clock.
      junction.listen(to: self, { if clock.now < end { sink($0) } else { sink.finish() } }, onFinish: sink.finish)
    }
  }
}
