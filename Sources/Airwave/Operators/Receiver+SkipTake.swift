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
  /// - Parameter count: The number of values to leave out for each listener, replayed values included. A negative count
  ///   stops the program.
  /// - Returns: A receiver of the values after them.
  /// - Complexity: O(1) for each value and listener; keeps a counter.
  @inlinable
  public func skip(count: Int) -> Receiver<Value> {
    requireNonNegative(count, "count")
    return attaching { sink in
      let remaining = OperatorState(count)
      return { value in if remaining.content > 0 { remaining.content -= 1 } else { sink(value) } }
    }
  }

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

  /// Forwards the first values, then finishes.
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
  /// After its last value the listener leaves the pair and is released. With a count of 0 the receiver is ``empty``,
  /// and nothing joins the pair.
  ///
  /// - Parameter count: The number of values to forward to each listener, replayed values included. A negative count
  ///   stops the program.
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
