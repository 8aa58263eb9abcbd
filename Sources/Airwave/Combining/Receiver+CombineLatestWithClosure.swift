// A form for each number of receivers, because the closure behind a pack takes the compiler seconds.

extension Receiver {
  /// Makes a value from the newest values of two receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (price, discount) = (Variable(10), Variable(3))
  /// price.receiver.combineLatest(discount.receiver) { $0 - $1 }.listen { print($0) }
  ///
  /// discount.value = 4
  /// // 7
  /// // 6
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - other: The receiver to combine with this one.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public func combineLatest<Other, Output>(
    _ other: Receiver<Other>,
    transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Receiver<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// Makes a value from the newest values of three receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (width, height, depth) = (Variable(1), Variable(2), Variable(3))
  /// width.receiver.combineLatest(height.receiver, depth.receiver) { $0 * $1 * $2 }.listen { print($0) }
  ///
  /// depth.value = 4
  /// // 6
  /// // 8
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public func combineLatest<Second, Third, Output>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    transform: @escaping @Sendable (Value, Second, Third) -> Output
  ) -> Receiver<Output> {
    combineLatest(second, third).map { transform($0, $1, $2) }
  }

  /// Makes a value from the newest values of four receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d) = (Receiver.just(1), Receiver.just(2), Receiver.just(3), Receiver.just(4))
  /// a.combineLatest(b, c, d) { $0 + $1 + $2 + $3 }.listen { print($0) }
  /// // 10
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public func combineLatest<Second, Third, Fourth, Output>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth) -> Output
  ) -> Receiver<Output> {
    combineLatest(second, third, fourth).map { transform($0, $1, $2, $3) }
  }

  /// Makes a value from the newest values of five receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d, e) = (Receiver.just(1), Receiver.just(2), Receiver.just(3), Receiver.just(4), Receiver.just(5))
  /// a.combineLatest(b, c, d, e) { $0 + $1 + $2 + $3 + $4 }.listen { print($0) }
  /// // 15
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public func combineLatest<Second, Third, Fourth, Fifth, Output>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth, Fifth) -> Output
  ) -> Receiver<Output> {
    combineLatest(second, third, fourth, fifth).map { transform($0, $1, $2, $3, $4) }
  }

  /// Makes a value from the newest values of six receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c) = (Receiver.just(1), Receiver.just(2), Receiver.just(3))
  /// let (d, e, f) = (Receiver.just(4), Receiver.just(5), Receiver.just(6))
  /// a.combineLatest(b, c, d, e, f) { $0 + $1 + $2 + $3 + $4 + $5 }.listen { print($0) }
  /// // 21
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - sixth: The sixth receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public func combineLatest<Second, Third, Fourth, Fifth, Sixth, Output>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    _ sixth: Receiver<Sixth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth, Fifth, Sixth) -> Output
  ) -> Receiver<Output> {
    combineLatest(second, third, fourth, fifth, sixth).map { transform($0, $1, $2, $3, $4, $5) }
  }
}
