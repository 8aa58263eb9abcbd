extension Receiver {
  /// Leaves out each value whose property equals the same property of the last forwarded value.
  ///
  /// ```swift
  /// struct Track { let id: Int, position: Double }
  ///
  /// let (transmitter, receiver) = Receiver<Track>.make()
  /// receiver.skipRepeats(by: \.id).listen { print($0.id, $0.position) }
  ///
  /// transmitter.broadcast(Track(id: 1, position: 0))
  /// transmitter.broadcast(Track(id: 1, position: 0.5))
  /// transmitter.broadcast(Track(id: 2, position: 0))
  /// // 1 0.0
  /// // 2 0.0
  /// ```
  ///
  /// The property is read on any thread. If the compiler says that the `KeyPath` is not `Sendable`, the property
  /// belongs to an actor: declare the type of the values `nonisolated`, or the property of an object `nonisolated let`.
  /// See <doc:IsolationAndThreads>.
  ///
  /// - Parameter keyPath: The property to compare.
  /// - Returns: A receiver in which no two neighbors have an equal property.
  /// - Complexity: One comparison for each value and listener; keeps one value.
  @inlinable
  public func skipRepeats<Property: Equatable & SendableMetatype>(
    by keyPath: any KeyPath<Value, Property> & Sendable
  ) -> Receiver<Value> {
    skipRepeats { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
  }

  /// Leaves out each value that equals a value forwarded before.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.uniqueValues().listen { print($0) }
  ///
  /// [1, 2, 1, 3].forEach(transmitter.broadcast)
  /// // 1
  /// // 2
  /// // 3
  /// ```
  ///
  /// - Returns: A receiver in which no two values are equal.
  /// - Complexity: O(1) on average for each value and listener. Keeps every forwarded value for as long as the listener
  ///   lives.
  @inlinable
  public func uniqueValues() -> Receiver<Value> where Value: Hashable {
    attaching { sink in
      let known = OperatorState<Set<Value>>([])
      return { value in if known.content.insert(value).inserted { sink(value) } }
    }
  }

  /// Forwards each value together with its offset, counted from 0.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// receiver.enumerated().listen { offset, element in print(offset, element) }
  ///
  /// ["a", "b"].forEach(transmitter.broadcast)
  /// // 0 a
  /// // 1 b
  /// ```
  ///
  /// - Returns: A receiver of pairs. Each listener has its own count, which includes replayed values.
  /// - Complexity: O(1) for each value and listener; keeps a counter.
  @inlinable
  public func enumerated() -> Receiver<(offset: Int, element: Value)> {
    attaching { sink in
      let count = OperatorState(0)
      return { value in
        let offset = count.content
        count.content += 1
        sink((offset: offset, element: value))
      }
    }
  }

  /// Combines each value with the previous result, and forwards the new result.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.scan(0, +).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// // 1
  /// // 3
  /// // 6
  /// ```
  ///
  /// - Parameters:
  ///   - initial: The result to combine with each listener's first value. It is not forwarded itself.
  ///   - combine: Makes the next result from the previous result and a value.
  /// - Returns: A receiver of the results.
  /// - Complexity: One call for each value and listener; keeps the last result.
  @inlinable
  public func scan<Output: Sendable>(
    _ initial: Output,
    _ combine: @escaping @Sendable (Output, Value) -> Output
  ) -> Receiver<Output> {
    attaching { sink in
      let result = OperatorState(initial)
      return { value in
        result.content = combine(result.content, value)
        sink(result.content)
      }
    }
  }

  /// Updates a result in place with each value, and forwards a copy of it.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// receiver.scan(into: [:]) { $0[$1, default: 0] += 1 }.listen { counts in print(counts["a"] ?? 0) }
  ///
  /// ["a", "b", "a"].forEach(transmitter.broadcast)
  /// // 1
  /// // 1
  /// // 2
  /// ```
  ///
  /// - Parameters:
  ///   - initial: The result that each listener's first value updates. It is not forwarded itself.
  ///   - update: Updates the result with a value.
  /// - Returns: A receiver of the results.
  /// - Complexity: One call for each value and listener; keeps the last result. A collection is updated without a copy,
  ///   unless the listener keeps the results that it hears.
  @inlinable
  public func scan<Output: Sendable>(
    into initial: Output,
    _ update: @escaping @Sendable (inout Output, Value) -> Void
  ) -> Receiver<Output> {
    attaching { sink in
      let result = OperatorState(initial)
      return { value in
        update(&result.content, value)
        sink(result.content)
      }
    }
  }

  /// Sends any number of values for each value, and keeps state between them: an operator of your own.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let words: Receiver<String> = receiver.transform(into: "") { rest, text, send in
  ///   rest += text
  ///   while let space = rest.firstIndex(of: " ") {
  ///     send(String(rest[..<space]))
  ///     rest.removeSubrange(...space)
  ///   }
  /// }
  /// words.listen { print($0) }
  ///
  /// ["to be o", "r not ", "to be"].forEach(transmitter.broadcast)
  /// // to
  /// // be
  /// // or
  /// // not
  /// // to
  /// ```
  ///
  /// Each listener has a state of its own, which begins with the initial one. The values that are sent for one value
  /// are heard before the next value is transformed. Once the listener has ended, `send` does nothing.
  ///
  /// Write down the type of the new values if it is not the type of the values of this receiver: as the type of the
  /// result, or in the closure, as in `(rest: inout String, text: String, send: (Int) -> Void) in`.
  ///
  /// - Parameters:
  ///   - initial: The state before the first value of each listener.
  ///   - transform: Called with the state, a value, and a function that sends a new value. Runs where the broadcast is
  ///     made, for one value at a time.
  /// - Returns: A receiver of the values that are sent.
  /// - Complexity: One call for each value and listener; keeps the state.
  @inlinable
  @_disfavoredOverload
  public func transform<State: Sendable, Output: Sendable>(
    into initial: State,
    _ transform: @escaping @Sendable (inout State, Value, (Output) -> Void) -> Void
  ) -> Receiver<Output> {
    // Disfavored: otherwise `Output` would be `Any` where the next call takes any value, like a listener that prints.
    attaching { sink in
      let state = OperatorState(initial)
      let send = { (output: Output) in if sink.isOpen { sink(output) } }
      return { value in transform(&state.content, value, send) }
    }
  }

  /// Sends any number of values of the same type for each value, and keeps state between them.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let echoes = receiver.transform(into: 0) { sum, value, send in
  ///   sum += value
  ///   for _ in 0..<value { send(sum) }
  /// }
  /// echoes.listen { print($0) }
  ///
  /// [1, 0, 2].forEach(transmitter.broadcast)
  /// // 1
  /// // 3
  /// // 3
  /// ```
  ///
  /// The compiler chooses this form if nothing says that the new values have another type.
  ///
  /// - Parameters:
  ///   - initial: The state before the first value of each listener.
  ///   - transform: Called with the state, a value, and a function that sends a new value.
  /// - Returns: A receiver of the values that are sent.
  /// - Complexity: One call for each value and listener; keeps the state.
  @inlinable
  public func transform<State: Sendable>(
    into initial: State,
    _ transform: @escaping @Sendable (inout State, Value, (Value) -> Void) -> Void
  ) -> Receiver<Value> {
    attaching { sink in
      let state = OperatorState(initial)
      let send = { (output: Value) in if sink.isOpen { sink(output) } }
      return { value in transform(&state.content, value, send) }
    }
  }
}
