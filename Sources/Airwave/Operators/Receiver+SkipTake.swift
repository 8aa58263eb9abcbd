extension Receiver {
  /// Leaves out the first values.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// [1, 2, 3].forEach(transmitter.broadcast)
  ///
  /// receiver.skip(count: 2).listen { print($0) }
  /// // 3
  /// ```
  ///
  /// - Parameter count: How many to leave out for each listener, replayed ones included. A negative count stops the
  ///   program.
  /// - Returns: A receiver of the values behind them.
  /// - Complexity: O(1) for each value and listener; keeps a counter.
  @inlinable
  public func skip(count: Int) -> Receiver<Value> {
    requireNonNegative(count, "count")
    return attaching { sink in
      let remaining = OperatorState(count)
      return { value in if remaining.content > 0 { remaining.content -= 1 } else { sink(value) } }
    }
  }

  /// Leaves out values up to the first that fails a predicate.
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
  /// - Parameter predicate: Decides whether to leave out a value. Not called again once it has said no.
  /// - Returns: A receiver of the first value that fails and all behind it.
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

  /// Forwards the first values, and finishes.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.take(count: 2).listen { print($0) } onFinish: { print("done") }
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// // 1
  /// // 2
  /// // done
  /// ```
  ///
  /// The listener leaves the pair with its last value, so that nothing is kept for it. A count of 0 never listens.
  ///
  /// - Parameter count: How many to forward to each listener, replayed ones included. A negative count stops the program.
  /// - Returns: A receiver of that many values.
  /// - Complexity: O(1) for each value and listener; keeps a counter.
  @inlinable
  public func take(count: Int) -> Receiver<Value> {
    requireNonNegative(count, "count")
    if count == 0 { return .empty }
    return attaching { sink in
      let remaining = OperatorState(count)
      return { value in
        guard remaining.content > 0 else { return }
        remaining.content -= 1
        sink(value)
        if remaining.content == 0 { sink.finish() }
      }
    }
  }

  /// Forwards values up to the first that fails a predicate, and finishes there.
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
  ///   - predicate: Decides whether to go on. Not called again once it has said no.
  ///   - inclusive: Whether the value that fails is forwarded too, as the last one.
  /// - Returns: A receiver of the values before the first that fails, or up to it.
  /// - Complexity: One call for each value and listener; keeps a flag.
  @inlinable
  public func take(
    while predicate: @escaping @Sendable (Value) -> Bool,
    inclusive: Bool = false
  ) -> Receiver<Value> {
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
}
