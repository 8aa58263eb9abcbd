// Type-checking the closures behind a pack takes the compiler seconds. These forms take it milliseconds. They call the
// form for a pack.

extension Receiver {
  /// Forwards each value together with the newest values of two other receivers.
  ///
  /// ```swift
  /// let (price, discount) = (Variable(10), Variable(3))
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: price.receiver, discount.receiver)
  ///   .map { $0 * ($1 - $2) }
  ///   .listen { print($0) }
  ///
  /// sales.broadcast(5)
  /// // 35
  /// ```
  ///
  /// A value that comes before each of them has had a value is left out. Finishes when this receiver finishes.
  ///
  /// - Parameters:
  ///   - first: The first other receiver.
  ///   - second: The second other receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each other receiver.
  @inlinable
  public func withLatest<First, Second>(
    from first: Receiver<First>,
    _ second: Receiver<Second>
  ) -> Receiver<(Value, First, Second)> {
    withLatest(ofEach: first, second)
  }

  /// Forwards each value together with the newest values of three other receivers.
  ///
  /// ```swift
  /// let (a, b, c) = (Variable(1), Variable(2), Variable(3))
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: a.receiver, b.receiver, c.receiver)
  ///   .map { $0 * ($1 + $2 + $3) }
  ///   .listen { print($0) }
  ///
  /// sales.broadcast(10)
  /// // 60
  /// ```
  ///
  /// A value that comes before each of them has had a value is left out. Finishes when this receiver finishes.
  ///
  /// - Parameters:
  ///   - first: The first other receiver.
  ///   - second: The second other receiver.
  ///   - third: The third other receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each other receiver.
  @inlinable
  public func withLatest<First, Second, Third>(
    from first: Receiver<First>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>
  ) -> Receiver<(Value, First, Second, Third)> {
    withLatest(ofEach: first, second, third)
  }

  /// Forwards each value together with the newest values of four other receivers.
  ///
  /// ```swift
  /// let (a, b, c, d) = (Variable(1), Variable(2), Variable(3), Variable(4))
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: a.receiver, b.receiver, c.receiver, d.receiver)
  ///   .map { $0 * ($1 + $2 + $3 + $4) }
  ///   .listen { print($0) }
  ///
  /// sales.broadcast(10)
  /// // 100
  /// ```
  ///
  /// A value that comes before each of them has had a value is left out. Finishes when this receiver finishes.
  ///
  /// - Parameters:
  ///   - first: The first other receiver.
  ///   - second: The second other receiver.
  ///   - third: The third other receiver.
  ///   - fourth: The fourth other receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each other receiver.
  @inlinable
  public func withLatest<First, Second, Third, Fourth>(
    from first: Receiver<First>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>
  ) -> Receiver<(Value, First, Second, Third, Fourth)> {
    withLatest(ofEach: first, second, third, fourth)
  }

  /// Forwards each value together with the newest values of five other receivers.
  ///
  /// ```swift
  /// let (a, b, c, d, e) = (Variable(1), Variable(2), Variable(3), Variable(4), Variable(5))
  /// let (sales, sale) = Receiver<Int>.make()
  /// sale.withLatest(from: a.receiver, b.receiver, c.receiver, d.receiver, e.receiver)
  ///   .map { $0 * ($1 + $2 + $3 + $4 + $5) }
  ///   .listen { print($0) }
  ///
  /// sales.broadcast(10)
  /// // 150
  /// ```
  ///
  /// A value that comes before each of them has had a value is left out. Finishes when this receiver finishes.
  ///
  /// - Parameters:
  ///   - first: The first other receiver.
  ///   - second: The second other receiver.
  ///   - third: The third other receiver.
  ///   - fourth: The fourth other receiver.
  ///   - fifth: The fifth other receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each other receiver.
  @inlinable
  public func withLatest<First, Second, Third, Fourth, Fifth>(
    from first: Receiver<First>,
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>
  ) -> Receiver<(Value, First, Second, Third, Fourth, Fifth)> {
    withLatest(ofEach: first, second, third, fourth, fifth)
  }
}
