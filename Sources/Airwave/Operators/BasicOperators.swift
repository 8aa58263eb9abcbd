// The six basic operators. Read this file first: all other operators are made of the same parts.
//
// A *sink* is the closures that receive the values, and the end, of one listener at one place in its chain. An operator
// is a function from sink to sink. `attaching` passes it the sink that the operator sends to. It returns the closure
// that receives each value of the receiver before it, and calls the sink for each value that passes, or not at all.
//
// This happens anew for each listener, when the listener joins. So what an operator remembers is a constant beside the
// closure: an `OperatorState`, which one thread at a time uses, without a lock. An operator that is done calls
// `sink.finish()`, which ends the listener after its last value, and has it leave its source.

extension Receiver {
  /// Transforms each value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.map { $0 * 2 }.listen { print($0) }
  ///
  /// [1, 2].forEach(transmitter.broadcast)
  /// // 2
  /// // 4
  /// ```
  ///
  /// If the compiler says of `map(\.title)` that a function value is not `Sendable`, the property belongs to an actor:
  /// declare the type of the values `nonisolated`. See <doc:IsolationAndThreads>.
  ///
  /// - Parameter transform: Makes the new value. Runs where the broadcast is made, once for each value and listener.
  /// - Returns: A receiver of the results.
  /// - Complexity: One call for each value and listener; keeps nothing.
  @inlinable
  public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Receiver<Output> {
    attaching { sink in
      { value in sink(transform(value)) }
    }
  }

  /// Unavailable: a closure that awaits.
  @available(*, unavailable, message: "use asyncMap, or mapLatest for the newest value alone")
  public func map<Output>(_ transform: (Value) async throws -> Output) -> Receiver<Output> { fatalError() }

  /// Unavailable: a closure that throws.
  @available(*, unavailable, message: "use map { value in Result { try transform(value) } }, and then successes()")
  public func map<Output>(_ transform: (Value) throws -> Output) -> Receiver<Output> { fatalError() }

  /// Forwards the values that satisfy a predicate.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.filter { $0.isMultiple(of: 2) }.listen { print($0) }
  ///
  /// [1, 2, 3, 4].forEach(transmitter.broadcast)
  /// // 2
  /// // 4
  /// ```
  ///
  /// - Parameter isIncluded: Returns whether to forward a value, live or replayed. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that satisfy the predicate.
  /// - Complexity: One call for each value and listener; keeps nothing.
  @inlinable
  public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Receiver<Value> {
    attaching { sink in
      { value in if isIncluded(value) { sink(value) } }
    }
  }

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
  /// On a receiver without replay, `skip(count: 1)` drops a value that is new. For a variable, which replays its value,
  /// ``Variable/changes`` says what is meant.
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

  /// Leaves out each value that equals the one before it.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.skipRepeats().listen { print($0) }
  ///
  /// [1, 1, 2, 1].forEach(transmitter.broadcast)
  /// // 1
  /// // 2
  /// // 1
  /// ```
  ///
  /// - Returns: A receiver in which no two neighbors are equal.
  /// - Complexity: One comparison for each value and listener; keeps one value.
  @inlinable
  public func skipRepeats() -> Receiver<Value> where Value: Equatable {
    skipRepeats { $0 == $1 }
  }

  /// Leaves out each value that is equivalent to the last forwarded value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// receiver.skipRepeats { $0.count == $1.count }.listen { print($0) }
  ///
  /// ["a", "b", "cd"].forEach(transmitter.broadcast)
  /// // a
  /// // cd
  /// ```
  ///
  /// - Parameter areEquivalent: Compares the last forwarded value with the present value.
  /// - Returns: A receiver in which no two neighbors are equivalent.
  /// - Complexity: One comparison for each value and listener; keeps one value.
  @inlinable
  public func skipRepeats(by areEquivalent: @escaping @Sendable (Value, Value) -> Bool) -> Receiver<Value> {
    attaching { sink in
      let last = OperatorState<Value?>(nil)
      return { value in
        if let last = last.content, areEquivalent(last, value) { return }
        last.content = value
        sink(value)
      }
    }
  }

  /// Forwards each value together with the one before it.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.withPrevious().listen { previous, current in print(previous ?? 0, current) }
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// // 0 1
  /// // 1 2
  /// // 2 3
  /// ```
  ///
  /// - Returns: A receiver of pairs. The first pair of each listener has no previous value.
  /// - Complexity: O(1) for each value and listener; keeps one value.
  @inlinable
  public func withPrevious() -> Receiver<(previous: Value?, current: Value)> {
    attaching { sink in
      let last = OperatorState<Value?>(nil)
      return { value in
        let previous = last.content
        last.content = value
        sink((previous: previous, current: value))
      }
    }
  }
}
