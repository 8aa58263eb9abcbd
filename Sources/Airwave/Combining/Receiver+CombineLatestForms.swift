// Type-checking the closures behind a pack takes the compiler seconds. These forms take it milliseconds. They call the
// form for a pack.

extension Receiver {
  /// Forwards the newest values of three receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (width, height, depth) = (Variable(1), Variable(2), Variable(3))
  /// width.receiver.combineLatest(height.receiver, depth.receiver)
  ///   .map { $0 * $1 * $2 }
  ///   .listen { print($0) }
  ///
  /// depth.value = 4
  /// // 6
  /// // 8
  /// ```
  ///
  /// The first tuple is sent when each receiver has had a value. Finishes when all sources have finished, or as soon as
  /// one source has finished without a value.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public func combineLatest<Second, Third>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>
  ) -> Receiver<(Value, Second, Third)> {
    combineLatest(withEach: second, third)
  }

  /// Forwards the newest values of four receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d) = (Variable(1), Variable(2), Variable(3), Variable(4))
  /// a.receiver.combineLatest(b.receiver, c.receiver, d.receiver)
  ///   .map { $0 + $1 + $2 + $3 }
  ///   .listen { print($0) }
  ///
  /// d.value = 10
  /// // 10
  /// // 16
  /// ```
  ///
  /// The first tuple is sent when each receiver has had a value. Finishes when all sources have finished, or as soon as
  /// one source has finished without a value.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public func combineLatest<Second, Third, Fourth>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>
  ) -> Receiver<(Value, Second, Third, Fourth)> {
    combineLatest(withEach: second, third, fourth)
  }

  /// Forwards the newest values of five receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d, e) = (Variable(1), Variable(2), Variable(3), Variable(4), Variable(5))
  /// a.receiver.combineLatest(b.receiver, c.receiver, d.receiver, e.receiver)
  ///   .map { $0 + $1 + $2 + $3 + $4 }
  ///   .listen { print($0) }
  ///
  /// e.value = 10
  /// // 15
  /// // 20
  /// ```
  ///
  /// The first tuple is sent when each receiver has had a value. Finishes when all sources have finished, or as soon as
  /// one source has finished without a value.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public func combineLatest<Second, Third, Fourth, Fifth>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>
  ) -> Receiver<(Value, Second, Third, Fourth, Fifth)> {
    combineLatest(withEach: second, third, fourth, fifth)
  }

  /// Forwards the newest values of six receivers together, whenever one of them has a new value.
  ///
  /// ```swift
  /// let (a, b, c, d, e, f) = (Variable(1), Variable(2), Variable(3), Variable(4), Variable(5), Variable(6))
  /// a.receiver.combineLatest(b.receiver, c.receiver, d.receiver, e.receiver, f.receiver)
  ///   .map { $0 + $1 + $2 + $3 + $4 + $5 }
  ///   .listen { print($0) }
  ///
  /// f.value = 10
  /// // 21
  /// // 25
  /// ```
  ///
  /// The first tuple is sent when each receiver has had a value. Finishes when all sources have finished, or as soon as
  /// one source has finished without a value.
  ///
  /// - Parameters:
  ///   - second: The second receiver. This receiver is the first.
  ///   - third: The third receiver.
  ///   - fourth: The fourth receiver.
  ///   - fifth: The fifth receiver.
  ///   - sixth: The sixth receiver.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(1) for each value and listener, without allocation unless a delivery to the listener is in
  ///   progress; keeps one value of each.
  @inlinable
  public func combineLatest<Second, Third, Fourth, Fifth, Sixth>(
    _ second: Receiver<Second>,
    _ third: Receiver<Third>,
    _ fourth: Receiver<Fourth>,
    _ fifth: Receiver<Fifth>,
    _ sixth: Receiver<Sixth>
  ) -> Receiver<(Value, Second, Third, Fourth, Fifth, Sixth)> {
    combineLatest(withEach: second, third, fourth, fifth, sixth)
  }
}
