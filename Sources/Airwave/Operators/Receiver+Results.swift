extension Receiver {
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
