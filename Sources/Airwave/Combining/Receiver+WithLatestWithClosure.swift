// A form for each number of receivers, because the closure behind a pack takes the compiler seconds.

extension Receiver {
  /// Makes a value from each value and the newest value of another receiver.
  ///
  /// ```swift
  /// let price = Variable(10)
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: price.receiver) { $0 * $1 }.listen { print($0) }
  ///
  /// sales.broadcast(2)
  /// price.value = 11
  /// sales.broadcast(2)
  /// // 20
  /// // 22
  /// ```
  ///
  /// The same as `withLatest(from:)` followed by `map`. A value that comes before each other receiver has had a
  /// value is left out.
  ///
  /// - Parameters:
  ///   - other: The receiver whose newest value to use.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value.
  @inlinable
  public func withLatest<Other, Output>(
    from other: Receiver<Other>,
    transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Receiver<Output> {
    withLatest(from: other).map { transform($0, $1) }
  }

  /// Makes a value from each value and the newest values of two other receivers.
  ///
  /// ```swift
  /// let (price, discount) = (Variable(10), Variable(3))
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: price.receiver, discount.receiver) { $0 * ($1 - $2) }.listen { print($0) }
  ///
  /// sales.broadcast(5)
  /// // 35
  /// ```
  ///
  /// The same as `withLatest(from:)` of the other receivers, followed by `map`. A value that comes before each other
  /// receiver has had a value is left out.
  ///
  /// - Parameters:
  ///   - first: The first other receiver.
  ///   - second: The second other receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each other receiver.
  @inlinable
  public func withLatest<First, Second, Output>(
    from first: Receiver<First>,
    _ second: Receiver<Second>,
    transform: @escaping @Sendable (Value, First, Second) -> Output
  ) -> Receiver<Output> {
    withLatest(from: first, second).map { transform($0, $1, $2) }
  }

  /// Makes a value from each value and the newest values of three other receivers.
  ///
  /// ```swift
  /// let (a, b, c) = (Variable(1), Variable(2), Variable(3))
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: a.receiver, b.receiver, c.receiver) { $0 + $1 + $2 + $3 }
  ///   .listen { print($0) }
  ///
  /// sales.broadcast(10)
  /// // 16
  /// ```
  ///
  /// The same as `withLatest(from:)` of the other receivers, followed by `map`. A value that comes before each other
  /// receiver has had a value is left out.
  ///
  /// - Parameters:
  ///   - first: The first other receiver.
  ///   - second: The second other receiver.
  ///   - third: The third other receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each other receiver.
  @inlinable
  public func withLatest<First, Second, Third, Output>(
    from first: Receiver<First>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    transform: @escaping @Sendable (Value, First, Second, Third) -> Output
  ) -> Receiver<Output> {
    withLatest(from: first, second, third).map { transform($0, $1, $2, $3) }
  }

  /// Makes a value from each value and the newest values of four other receivers.
  ///
  /// ```swift
  /// let (a, b, c, d) = (Variable(1), Variable(2), Variable(3), Variable(4))
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: a.receiver, b.receiver, c.receiver, d.receiver) { $0 + $1 + $2 + $3 + $4 }
  ///   .listen { print($0) }
  ///
  /// sales.broadcast(10)
  /// // 20
  /// ```
  ///
  /// The same as `withLatest(from:)` of the other receivers, followed by `map`. A value that comes before each other
  /// receiver has had a value is left out.
  ///
  /// - Parameters:
  ///   - first: The first other receiver.
  ///   - second: The second other receiver.
  ///   - third: The third other receiver.
  ///   - fourth: The fourth other receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each other receiver.
  @inlinable
  public func withLatest<First, Second, Third, Fourth, Output>(
    from first: Receiver<First>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    transform: @escaping @Sendable (Value, First, Second, Third, Fourth) -> Output
  ) -> Receiver<Output> {
    withLatest(from: first, second, third, fourth).map { transform($0, $1, $2, $3, $4) }
  }

  /// Makes a value from each value and the newest values of five other receivers.
  ///
  /// ```swift
  /// let (a, b, c, d, e) = (Variable(1), Variable(2), Variable(3), Variable(4), Variable(5))
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: a.receiver, b.receiver, c.receiver, d.receiver, e.receiver) { $0 + $1 + $2 + $3 + $4 + $5 }
  ///   .listen { print($0) }
  ///
  /// sales.broadcast(10)
  /// // 25
  /// ```
  ///
  /// The same as `withLatest(from:)` of the other receivers, followed by `map`. A value that comes before each other
  /// receiver has had a value is left out.
  ///
  /// - Parameters:
  ///   - first: The first other receiver.
  ///   - second: The second other receiver.
  ///   - third: The third other receiver.
  ///   - fourth: The fourth other receiver.
  ///   - fifth: The fifth other receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each other receiver.
  @inlinable
  public func withLatest<First, Second, Third, Fourth, Fifth, Output>(
    from first: Receiver<First>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    transform: @escaping @Sendable (Value, First, Second, Third, Fourth, Fifth) -> Output
  ) -> Receiver<Output> {
    withLatest(from: first, second, third, fourth, fifth).map { transform($0, $1, $2, $3, $4, $5) }
  }
}
