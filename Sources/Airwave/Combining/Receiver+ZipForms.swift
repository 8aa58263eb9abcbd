// Type-checking the closures behind a pack takes the compiler seconds. These forms take it milliseconds. They call the
// form for a pack.

extension Receiver {
  /// Forwards the values of three receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letter, number) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// letter.zip(number, Receiver.just(true, false))
  ///   .map { "\($0)\($1)\($2 ? "!" : "?")" }
  ///   .listen { print($0) }
  /// // a1!
  /// // b2?
  /// ```
  ///
  /// Finishes when a source has finished, and none of its values waits.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each tuple and listener, without allocation for a value unless a delivery to the listener
  ///   is in progress. Keeps the values that wait for their partners. If one source is always ahead of another, their
  ///   number grows without bound.
  @inlinable
  public func zip<Second, Third>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>
  ) -> Receiver<(Value, Second, Third)> {
    zip(withEach: second, third)
  }

  /// Forwards the values of four receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letters, numbers) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// letters.zip(numbers, letters, numbers)
  ///   .map { "\($0)\($1)\($2)\($3)" }
  ///   .listen { print($0) }
  /// // a1a1
  /// // b2b2
  /// ```
  ///
  /// Finishes when a source has finished, and none of its values waits.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each tuple and listener, without allocation for a value unless a delivery to the listener
  ///   is in progress. Keeps the values that wait for their partners. If one source is always ahead of another, their
  ///   number grows without bound.
  @inlinable
  public func zip<Second, Third, Fourth>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>
  ) -> Receiver<(Value, Second, Third, Fourth)> {
    zip(withEach: second, third, fourth)
  }

  /// Forwards the values of five receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letters, numbers) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// letters.zip(numbers, letters, numbers, letters)
  ///   .map { "\($0)\($1)\($2)\($3)\($4)" }
  ///   .listen { print($0) }
  /// // a1a1a
  /// // b2b2b
  /// ```
  ///
  /// Finishes when a source has finished, and none of its values waits.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each tuple and listener, without allocation for a value unless a delivery to the listener
  ///   is in progress. Keeps the values that wait for their partners. If one source is always ahead of another, their
  ///   number grows without bound.
  @inlinable
  public func zip<Second, Third, Fourth, Fifth>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>
  ) -> Receiver<(Value, Second, Third, Fourth, Fifth)> {
    zip(withEach: second, third, fourth, fifth)
  }

  /// Forwards the values of six receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letters, numbers) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// letters.zip(numbers, letters, numbers, letters, numbers)
  ///   .map { "\($0)\($1)\($2)\($3)\($4)\($5)" }
  ///   .listen { print($0) }
  /// // a1a1a1
  /// // b2b2b2
  /// ```
  ///
  /// Finishes when a source has finished, and none of its values waits.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - sixth: The sixth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each tuple and listener, without allocation for a value unless a delivery to the listener
  ///   is in progress. Keeps the values that wait for their partners. If one source is always ahead of another, their
  ///   number grows without bound.
  @inlinable
  public func zip<Second, Third, Fourth, Fifth, Sixth>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    _ sixth: Receiver<Sixth>
  ) -> Receiver<(Value, Second, Third, Fourth, Fifth, Sixth)> {
    zip(withEach: second, third, fourth, fifth, sixth)
  }

  /// Forwards the values of two receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letters, numbers) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// Receiver.zip(letters, numbers).listen { letter, number in print(letter, number) }
  /// // a 1
  /// // b 2
  /// ```
  ///
  /// The same as calling `zip` on the first receiver with the other.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener. Keeps the values that wait for their partners. If one source is
  ///   always ahead of the other, their number grows without bound.
  @inlinable
  public static func zip<Second>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>
  ) -> Receiver<(Value, Second)> {
    first.zip(second)
  }

  /// Forwards the values of three receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letters, numbers) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// Receiver.zip(letters, numbers, letters)
  ///   .map { "\($0)\($1)\($2)" }
  ///   .listen { print($0) }
  /// // a1a
  /// // b2b
  /// ```
  ///
  /// The same as calling `zip` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each tuple and listener, without allocation for a value unless a delivery to the listener
  ///   is in progress. Keeps the values that wait for their partners. If one source is always ahead of another, their
  ///   number grows without bound.
  @inlinable
  public static func zip<Second, Third>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>
  ) -> Receiver<(Value, Second, Third)> {
    first.zip(withEach: second, third)
  }

  /// Forwards the values of four receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letters, numbers) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// Receiver.zip(letters, numbers, letters, numbers)
  ///   .map { "\($0)\($1)\($2)\($3)" }
  ///   .listen { print($0) }
  /// // a1a1
  /// // b2b2
  /// ```
  ///
  /// The same as calling `zip` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each tuple and listener, without allocation for a value unless a delivery to the listener
  ///   is in progress. Keeps the values that wait for their partners. If one source is always ahead of another, their
  ///   number grows without bound.
  @inlinable
  public static func zip<Second, Third, Fourth>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>
  ) -> Receiver<(Value, Second, Third, Fourth)> {
    first.zip(withEach: second, third, fourth)
  }

  /// Forwards the values of five receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letters, numbers) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// Receiver.zip(letters, numbers, letters, numbers, letters)
  ///   .map { "\($0)\($1)\($2)\($3)\($4)" }
  ///   .listen { print($0) }
  /// // a1a1a
  /// // b2b2b
  /// ```
  ///
  /// The same as calling `zip` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each tuple and listener, without allocation for a value unless a delivery to the listener
  ///   is in progress. Keeps the values that wait for their partners. If one source is always ahead of another, their
  ///   number grows without bound.
  @inlinable
  public static func zip<Second, Third, Fourth, Fifth>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>
  ) -> Receiver<(Value, Second, Third, Fourth, Fifth)> {
    first.zip(withEach: second, third, fourth, fifth)
  }

  /// Forwards the values of six receivers in step: the first of each together, then the second of each, and so on.
  ///
  /// ```swift
  /// let (letters, numbers) = (Receiver.just("a", "b"), Receiver.just(1, 2))
  /// Receiver.zip(letters, numbers, letters, numbers, letters, numbers)
  ///   .map { "\($0)\($1)\($2)\($3)\($4)\($5)" }
  ///   .listen { print($0) }
  /// // a1a1a1
  /// // b2b2b2
  /// ```
  ///
  /// The same as calling `zip` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - sixth: The sixth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each tuple and listener, without allocation for a value unless a delivery to the listener
  ///   is in progress. Keeps the values that wait for their partners. If one source is always ahead of another, their
  ///   number grows without bound.
  @inlinable
  public static func zip<Second, Third, Fourth, Fifth, Sixth>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    _ sixth: Receiver<Sixth>
  ) -> Receiver<(Value, Second, Third, Fourth, Fifth, Sixth)> {
    first.zip(withEach: second, third, fourth, fifth, sixth)
  }
}
