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
  @available(*, unavailable, message: "use asyncMap(_:), or mapLatest(_:) for the newest value alone")
  public func map<Output>(_ transform: (Value) async throws -> Output) -> Receiver<Output> { fatalError() }

  /// Unavailable: a closure that throws.
  @available(*, unavailable, message: "use map { value in Result { try transform(value) } }, and then successes()")
  public func map<Output>(_ transform: (Value) throws -> Output) -> Receiver<Output> { fatalError() }

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
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output?
  ) -> Receiver<Output> {
    attaching { sink in
      { value in if let output = transform(value) { sink(output) } }
    }
  }

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
}
