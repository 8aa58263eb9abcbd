// A form for each number of receivers, because the closure behind a pack takes the compiler seconds.

extension Receiver {
  /// Makes a value from the values of two receivers in step: from the first of each, then from the second of each.
  ///
  /// ```swift
  /// let (a, b) = (Receiver.just(1), Receiver.just(2))
  /// Receiver.zip(a, b) { $0 + $1 }.listen { print($0) }
  /// // 3
  /// ```
  ///
  /// The same as zipping the receivers, followed by `map`. Values that wait for their partners are kept.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps the values that wait.
  @inlinable
  public static func zip<Second, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    transform: @escaping @Sendable (Value, Second) -> Output
  ) -> Receiver<Output> {
    first.zip(second).map { transform($0, $1) }
  }

  /// Makes a value from the values of three receivers in step: from the first of each, then from the second of each.
  ///
  /// ```swift
  /// let (a, b, c) = (Receiver.just(1), Receiver.just(2), Receiver.just(3))
  /// Receiver.zip(a, b, c) { $0 + $1 + $2 }.listen { print($0) }
  /// // 6
  /// ```
  ///
  /// The same as zipping the receivers, followed by `map`. Values that wait for their partners are kept.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps the values that wait.
  @inlinable
  public static func zip<Second, Third, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    transform: @escaping @Sendable (Value, Second, Third) -> Output
  ) -> Receiver<Output> {
    first.zip(second, third).map { transform($0, $1, $2) }
  }

  /// Makes a value from the values of four receivers in step: from the first of each, then from the second of each.
  ///
  /// ```swift
  /// let (a, b, c, d) = (Receiver.just(1), Receiver.just(2), Receiver.just(3), Receiver.just(4))
  /// Receiver.zip(a, b, c, d) { $0 + $1 + $2 + $3 }.listen { print($0) }
  /// // 10
  /// ```
  ///
  /// The same as zipping the receivers, followed by `map`. Values that wait for their partners are kept.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps the values that wait.
  @inlinable
  public static func zip<Second, Third, Fourth, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth) -> Output
  ) -> Receiver<Output> {
    first.zip(second, third, fourth).map { transform($0, $1, $2, $3) }
  }

  /// Makes a value from the values of five receivers in step: from the first of each, then from the second of each.
  ///
  /// ```swift
  /// let (a, b, c, d, e) = (Receiver.just(1), Receiver.just(2), Receiver.just(3), Receiver.just(4), Receiver.just(5))
  /// Receiver.zip(a, b, c, d, e) { $0 + $1 + $2 + $3 + $4 }.listen { print($0) }
  /// // 15
  /// ```
  ///
  /// The same as zipping the receivers, followed by `map`. Values that wait for their partners are kept.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps the values that wait.
  @inlinable
  public static func zip<Second, Third, Fourth, Fifth, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth, Fifth) -> Output
  ) -> Receiver<Output> {
    first.zip(second, third, fourth, fifth).map { transform($0, $1, $2, $3, $4) }
  }

  /// Makes a value from the values of six receivers in step: from the first of each, then from the second of each.
  ///
  /// ```swift
  /// let (a, b, c) = (Receiver.just(1), Receiver.just(2), Receiver.just(3))
  /// let (d, e, f) = (Receiver.just(4), Receiver.just(5), Receiver.just(6))
  /// Receiver.zip(a, b, c, d, e, f) { $0 + $1 + $2 + $3 + $4 + $5 }.listen { print($0) }
  /// // 21
  /// ```
  ///
  /// The same as zipping the receivers, followed by `map`. Values that wait for their partners are kept.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - sixth: The sixth receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps the values that wait.
  @inlinable
  public static func zip<Second, Third, Fourth, Fifth, Sixth, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    _ sixth: Receiver<Sixth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth, Fifth, Sixth) -> Output
  ) -> Receiver<Output> {
    first.zip(second, third, fourth, fifth, sixth).map { transform($0, $1, $2, $3, $4, $5) }
  }
}
