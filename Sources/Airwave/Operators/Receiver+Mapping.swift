extension Receiver {
  /// Transforms each value, and leaves out results that are `nil`.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// receiver.compactMap { Int($0) }.listen { print($0) }
  ///
  /// ["1", "two", "3"].forEach(transmitter.broadcast)
  /// // 1
  /// // 3
  /// ```
  ///
  /// - Parameter transform: Makes the new value, or `nil`. Runs where the broadcast is made.
  /// - Returns: A receiver of the results that are not `nil`.
  /// - Complexity: One call for each value and listener; keeps nothing.
  @inlinable
  public func compactMap<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output?) -> Receiver<Output> {
    attaching { sink in
      { value in if let output = transform(value) { sink(output) } }
    }
  }

  /// Forwards `Void` for each value that equals a given value.
  ///
  /// ```swift
  /// enum Phase { case active, background }
  ///
  /// let (transmitter, receiver) = Receiver<Phase>.make()
  /// receiver.select(.active).listen { print("welcome back") }
  ///
  /// [.background, .active].forEach(transmitter.broadcast)
  /// // welcome back
  /// ```
  ///
  /// - Parameter selected: The value to compare with.
  /// - Returns: A receiver of `Void`.
  /// - Complexity: One comparison for each value and listener; keeps the given value.
  @inlinable
  public func select(_ selected: Value) -> Receiver<Void> where Value: Equatable {
    attaching { sink in
      { value in if value == selected { sink(()) } }
    }
  }

  /// Leaves out `nil`, and unwraps every other value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int?>.make()
  /// receiver.skipNil().listen { print($0) }
  ///
  /// [1, nil, 3].forEach(transmitter.broadcast)
  /// // 1
  /// // 3
  /// ```
  ///
  /// - Returns: A receiver of the values that are not `nil`.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @inlinable
  public func skipNil<Wrapped: Sendable>() -> Receiver<Wrapped> where Value == Wrapped? {
    compactMap { $0 }
  }

  /// Replaces `nil` with a value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int?>.make()
  /// receiver.replaceNil(with: 0).listen { print($0) }
  ///
  /// [1, nil, 3].forEach(transmitter.broadcast)
  /// // 1
  /// // 0
  /// // 3
  /// ```
  ///
  /// - Parameter replacement: The value to forward instead of `nil`.
  /// - Returns: A receiver of values that are not optional.
  /// - Complexity: O(1) for each value and listener; keeps the replacement.
  @inlinable
  public func replaceNil<Wrapped: Sendable>(with replacement: Wrapped) -> Receiver<Wrapped>
  where Value == Wrapped? {
    map { $0 ?? replacement }
  }

  /// Forwards the values of results that succeeded, and leaves out the failures.
  ///
  /// ```swift
  /// enum LoadError: Error { case offline }
  ///
  /// let (transmitter, receiver) = Receiver<Result<Int, LoadError>>.make()
  /// receiver.successes().listen { print($0) }
  ///
  /// [.success(1), .failure(.offline), .success(2)].forEach(transmitter.broadcast)
  /// // 1
  /// // 2
  /// ```
  ///
  /// - Returns: A receiver of the values.
  /// - Complexity: O(1) for each result and listener; keeps nothing.
  @inlinable
  public func successes<Success: Sendable, Failure: Error>() -> Receiver<Success>
  where Value == Result<Success, Failure> {
    attaching { sink in
      { result in if case .success(let value) = result { sink(value) } }
    }
  }

  /// Forwards the errors of results that failed, and leaves out the values.
  ///
  /// ```swift
  /// enum LoadError: Error { case offline }
  ///
  /// let (transmitter, receiver) = Receiver<Result<Int, LoadError>>.make()
  /// receiver.failures().listen { print($0) }
  ///
  /// [.success(1), .failure(.offline), .success(2)].forEach(transmitter.broadcast)
  /// // offline
  /// ```
  ///
  /// - Returns: A receiver of the errors. An error does not end it.
  /// - Complexity: O(1) for each result and listener; keeps nothing.
  @inlinable
  public func failures<Success: Sendable, Failure: Error>() -> Receiver<Failure>
  where Value == Result<Success, Failure> {
    attaching { sink in
      { result in if case .failure(let error) = result { sink(error) } }
    }
  }

  /// Replaces each failure with a value.
  ///
  /// ```swift
  /// enum LoadError: Error { case offline }
  ///
  /// let (transmitter, receiver) = Receiver<Result<String, LoadError>>.make()
  /// receiver.replaceFailures { error in "\(error)" }.listen { print($0) }
  ///
  /// [.success("loaded"), .failure(.offline), .success("again")].forEach(transmitter.broadcast)
  /// // loaded
  /// // offline
  /// // again
  /// ```
  ///
  /// - Parameter replacement: Makes a value from an error. Runs where the broadcast is made.
  /// - Returns: A receiver of the values of all results.
  /// - Complexity: One call for each failure and listener; keeps nothing.
  @inlinable
  public func replaceFailures<Success: Sendable, Failure: Error>(
    _ replacement: @escaping @Sendable (Failure) -> Success
  ) -> Receiver<Success> where Value == Result<Success, Failure> {
    attaching { sink in
      { result in
        switch result {
        case .success(let value): sink(value)
        case .failure(let error): sink(replacement(error))
        }
      }
    }
  }
}
