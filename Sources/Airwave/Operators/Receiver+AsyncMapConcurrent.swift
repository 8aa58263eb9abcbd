extension Receiver {
  /// Transforms values with an asynchronous function, several at the same time.
  ///
  /// ```swift
  /// let (gates, gate) = Receiver<Void>.make(strategy: .warm(upTo: 1))
  /// let (names, name) = Receiver<String>.make()
  /// let lengths = name.asyncMap(maxConcurrent: 2) { name in
  ///   if name == "slow" { _ = await gate.first() }
  ///   return name.count
  /// }.values
  ///
  /// ["slow", "quick"].forEach(names.broadcast)
  /// names.finish()
  /// for await length in lengths {
  ///   print(length)
  ///   gates.broadcast()
  /// }
  /// // 5
  /// // 4
  /// ```
  ///
  /// Results come in the order in which the function returns them. A value that arrives while the limit is reached
  /// waits, and the number of waiting values is not bounded. For a bound, see
  /// ``asyncMap(maxConcurrent:buffering:_:onDrop:)->Receiver<Output>``. The receiver finishes when the last value is
  /// transformed. The listener hears one result at a time.
  ///
  /// Each listener has tasks of its own. When the listener ends, its tasks are cancelled and its waiting values are
  /// released. The tasks inherit no priority and no task-local values from the broadcasting thread. Reading
  /// ``replayed`` starts no task, and gives no value.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The greatest number of values that are transformed at the same time. A limit that is not
  ///     positive stops the program.
  ///   - transform: Makes the new value. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps the waiting values.
  public func asyncMap<Output: Sendable>(
    maxConcurrent: Int,
    _ transform: @escaping @Sendable (Value) async -> Output
  ) -> Receiver<Output> {
    flatMap(maxConcurrent: maxConcurrent) { value in .working { await transform(value) } }
  }

  /// Transforms values with an asynchronous function that may throw, several at the same time.
  ///
  /// ```swift
  /// struct Empty: Error {}
  ///
  /// let (names, name) = Receiver<String>.make()
  /// let lengths = name.asyncMap(maxConcurrent: 4) { name throws(Empty) in
  ///   if name.isEmpty { throw Empty() }
  ///   return name.count
  /// }.successes().values
  ///
  /// ["", "tea"].forEach(names.broadcast)
  /// names.finish()
  /// for await length in lengths { print(length) }
  /// // 3
  /// ```
  ///
  /// A failure is forwarded as a value, and the receiver continues. The failure type is the error type that `transform`
  /// declares, or `any Error`. All other behavior is as for functions that do not throw.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The greatest number of values that are transformed at the same time. A limit that is not
  ///     positive stops the program.
  ///   - transform: Makes the new value, or throws. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps the waiting values.
  public func asyncMap<Output: Sendable, Failure: Error>(
    maxConcurrent: Int,
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Output
  ) -> Receiver<Result<Output, Failure>> {
    asyncMap(maxConcurrent: maxConcurrent) { value in
      await Result { () async throws(Failure) in try await transform(value) }
    }
  }
}
