extension Receiver {
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

  /// Leaves out each value that is equivalent to the last one forwarded.
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
  /// - Parameter areEquivalent: Compares the last value forwarded with the present one.
  /// - Returns: A receiver in which no two neighbors are equivalent.
  /// - Complexity: One comparison for each value and listener; keeps one value.
  @inlinable
  public func skipRepeats(by areEquivalent: @escaping @Sendable (Value, Value) -> Bool) -> Receiver<Value> {
    attaching { sink in
      let last = Memory<Value?>(nil)
      return { value in
        if let last = last.content, areEquivalent(last, value) { return }
        last.content = value
        sink(value)
      }
    }
  }

  /// Leaves out every value that was forwarded before.
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
  /// - Complexity: O(1) on average for each value and listener. Keeps every value that it forwards, for as long as the
  ///   listener lives.
  @inlinable
  public func uniqueValues() -> Receiver<Value> where Value: Hashable {
    attaching { sink in
      let known = Memory<Set<Value>>([])
      return { value in if known.content.insert(value).inserted { sink(value) } }
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
      let last = Memory<Value?>(nil)
      return { value in
        let previous = last.content
        last.content = value
        sink((previous: previous, current: value))
      }
    }
  }

  /// Combines each value with the result so far, and forwards the results.
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
  ///   - initial: What each listener's first value is combined with. It is not forwarded itself.
  ///   - combine: Makes the next result from the last one and a value.
  /// - Returns: A receiver of the results.
  /// - Complexity: One call for each value and listener; keeps the last result.
  @inlinable
  public func scan<Output: Sendable>(
    _ initial: Output,
    _ combine: @escaping @Sendable (Output, Value) -> Output
  ) -> Receiver<Output> {
    attaching { sink in
      let result = Memory(initial)
      return { value in
        result.content = combine(result.content, value)
        sink(result.content)
      }
    }
  }
}
