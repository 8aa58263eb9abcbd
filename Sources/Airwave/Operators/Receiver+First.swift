extension Receiver {
  /// Waits for the next value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(1)
  ///
  /// print(await receiver.first() ?? 0)
  /// // 1
  /// ```
  ///
  /// It listens before it suspends for the first time, and misses no value that is broadcast after that. A replayed
  /// value is the first value. Its listener ends with the value, and when the calling task is cancelled.
  ///
  /// - Returns: The value, or `nil` if the pair finishes without one, or if the calling task is cancelled.
  /// - Complexity: One listener; keeps one value.
  public func first() async -> Value? {
    var values = take(count: 1).values.makeAsyncIterator()
    return await values.next()
  }

  /// Waits for the next value that satisfies a predicate.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// [1, 2, 3].forEach(transmitter.broadcast)
  ///
  /// print(await receiver.first { $0 > 1 } ?? 0)
  /// // 2
  /// ```
  ///
  /// The same as ``first()`` after ``filter(_:)``.
  ///
  /// - Parameter predicate: Returns whether a value, live or replayed, is the one. Runs where the broadcast is made,
  ///   and is not called again after it has returned `true`.
  /// - Returns: The value, or `nil` if the pair finishes without one, or if the calling task is cancelled.
  /// - Complexity: One call for each value until then; keeps one value.
  public func first(where predicate: @escaping @Sendable (Value) -> Bool) async -> Value? {
    await filter(predicate).first()
  }
}
