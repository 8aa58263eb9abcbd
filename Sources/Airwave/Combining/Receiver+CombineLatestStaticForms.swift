// Type-checking the closures behind a pack takes the compiler seconds. These forms take it milliseconds.

extension Receiver {
  /// Forwards the newest values of two receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (width, height) = (Variable(1), Variable(2))
  /// Receiver.combineLatest(width.receiver, height.receiver)
  ///   .map { $0 * $1 }
  ///   .listen { print($0) }
  ///
  /// height.value = 4
  /// // 2
  /// // 4
  /// ```
  ///
  /// The same as calling `combineLatest` on the first receiver with the other.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public static func combineLatest<Second>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>
  ) -> Receiver<(Value, Second)> {
    first.combineLatest(second)
  }

  /// Forwards the newest values of three receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c) = (Variable(1), Variable(2), Variable(3))
  /// Receiver.combineLatest(a.receiver, b.receiver, c.receiver)
  ///   .map { $0 + $1 + $2 }
  ///   .listen { print($0) }
  ///
  /// a.value = 10
  /// // 6
  /// // 15
  /// ```
  ///
  /// The same as calling `combineLatest` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Third>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>
  ) -> Receiver<(Value, Second, Third)> {
    first.combineLatest(withEach: second, third)
  }

  /// Forwards the newest values of four receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d) = (Variable(1), Variable(2), Variable(3), Variable(4))
  /// Receiver.combineLatest(a.receiver, b.receiver, c.receiver, d.receiver)
  ///   .map { $0 + $1 + $2 + $3 }
  ///   .listen { print($0) }
  ///
  /// a.value = 10
  /// // 10
  /// // 19
  /// ```
  ///
  /// The same as calling `combineLatest` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Third, Fourth>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>
  ) -> Receiver<(Value, Second, Third, Fourth)> {
    first.combineLatest(withEach: second, third, fourth)
  }

  /// Forwards the newest values of five receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d, e) = (Variable(1), Variable(2), Variable(3), Variable(4), Variable(5))
  /// Receiver.combineLatest(a.receiver, b.receiver, c.receiver, d.receiver, e.receiver)
  ///   .map { $0 + $1 + $2 + $3 + $4 }
  ///   .listen { print($0) }
  ///
  /// a.value = 10
  /// // 15
  /// // 24
  /// ```
  ///
  /// The same as calling `combineLatest` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Third, Fourth, Fifth>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>
  ) -> Receiver<(Value, Second, Third, Fourth, Fifth)> {
    first.combineLatest(withEach: second, third, fourth, fifth)
  }

  /// Forwards the newest values of six receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d, e, f) = (Variable(1), Variable(2), Variable(3), Variable(4), Variable(5), Variable(6))
  /// Receiver.combineLatest(a.receiver, b.receiver, c.receiver, d.receiver, e.receiver, f.receiver)
  ///   .map { $0 + $1 + $2 + $3 + $4 + $5 }
  ///   .listen { print($0) }
  ///
  /// a.value = 10
  /// // 21
  /// // 30
  /// ```
  ///
  /// The same as calling `combineLatest` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - sixth: The sixth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public static func combineLatest<Second, Third, Fourth, Fifth, Sixth>(
    _ first: Receiver<Value>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    _ sixth: Receiver<Sixth>
  ) -> Receiver<(Value, Second, Third, Fourth, Fifth, Sixth)> {
    first.combineLatest(withEach: second, third, fourth, fifth, sixth)
  }
}
