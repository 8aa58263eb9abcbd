extension Receiver {
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
