// A form for each number of receivers, because the closure behind a pack takes the compiler seconds.

extension Receiver {
  /// Makes a value from the newest values of two receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b) = (Variable(1), Variable(2))
  /// Receiver.combineLatest(a.receiver, b.receiver) { $0 + $1 }.listen { print($0) }
  ///
  /// a.value = 10
  /// // 3
  /// // 12
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    transform: @escaping @Sendable (Value, Second) -> Output
  ) -> Receiver<Output> {
    first.combineLatest(second).map { transform($0, $1) }
  }

  /// Makes a value from the newest values of three receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c) = (Variable(1), Variable(2), Variable(3))
  /// Receiver.combineLatest(a.receiver, b.receiver, c.receiver) { $0 + $1 + $2 }.listen { print($0) }
  ///
  /// a.value = 10
  /// // 6
  /// // 15
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Third, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    transform: @escaping @Sendable (Value, Second, Third) -> Output
  ) -> Receiver<Output> {
    first.combineLatest(second, third).map { transform($0, $1, $2) }
  }

  /// Makes a value from the newest values of four receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d) = (Variable(1), Variable(2), Variable(3), Variable(4))
  /// Receiver.combineLatest(a.receiver, b.receiver, c.receiver, d.receiver) { $0 + $1 + $2 + $3 }
  ///   .listen { print($0) }
  /// a.value = 10
  /// // 10
  /// // 19
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Third, Fourth, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth) -> Output
  ) -> Receiver<Output> {
    first.combineLatest(second, third, fourth).map { transform($0, $1, $2, $3) }
  }

  /// Makes a value from the newest values of five receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d, e) = (Variable(1), Variable(2), Variable(3), Variable(4), Variable(5))
  /// Receiver.combineLatest(a.receiver, b.receiver, c.receiver, d.receiver, e.receiver) { $0 + $1 + $2 + $3 + $4 }
  ///   .listen { print($0) }
  /// a.value = 10
  /// // 15
  /// // 24
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - transform: Makes a value. Runs where the broadcast is made.
  /// - Returns: A receiver of the values that are made.
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Third, Fourth, Fifth, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth, Fifth) -> Output
  ) -> Receiver<Output> {
    first.combineLatest(second, third, fourth, fifth).map { transform($0, $1, $2, $3, $4) }
  }

  /// Makes a value from the newest values of six receivers, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d, e, f) = (Variable(1), Variable(2), Variable(3), Variable(4), Variable(5), Variable(6))
  /// Receiver.combineLatest(a.receiver, b.receiver, c.receiver, d.receiver, e.receiver, f.receiver) {
  ///   $0 + $1 + $2 + $3 + $4 + $5
  /// }
  /// .listen { print($0) }
  /// a.value = 10
  /// // 21
  /// // 30
  /// ```
  ///
  /// The same as combining the receivers, followed by `map`. The first value is made when each receiver has had a
  /// value.
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
  /// - Complexity: One call for each value that is made and listener; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Third, Fourth, Fifth, Sixth, Output>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    _ sixth: Receiver<Sixth>,
    transform: @escaping @Sendable (Value, Second, Third, Fourth, Fifth, Sixth) -> Output
  ) -> Receiver<Output> {
    first.combineLatest(second, third, fourth, fifth, sixth).map { transform($0, $1, $2, $3, $4, $5) }
  }
}
