extension Receiver {
  /// Forwards each value together with those just before it: the newest values, a given number of them.
  ///
  /// ```swift
  /// let (transmitter, prices) = Receiver<Int>.make()
  /// prices.windows(ofCount: 3).map { $0.reduce(0, +) / $0.count }.listen { print("average \($0)") }
  ///
  /// [1, 2, 3, 10].forEach(transmitter.broadcast)
  /// // average 2
  /// // average 5
  /// ```
  ///
  /// The first window is forwarded when as many values have been heard. Nothing is forwarded at the end. For batches,
  /// which share no value, see ``collect(count:)``.
  ///
  /// - Parameter count: The number of values in a window. No window is empty: 0 means 1. A negative count stops the
  ///   program.
  /// - Returns: A receiver of arrays of equal length, oldest value first.
  /// - Complexity: O(*n*) for each value and listener, where *n* is the count; keeps one window.
  @inlinable
  public func windows(ofCount count: Int) -> Receiver<[Value]> {
    requireNonNegative(count, "count")
    return attaching { sink in
      let window = OperatorState<[Value]>([])
      return { value in
        if window.content.count >= max(count, 1) { window.content.removeFirst() }
        window.content.append(value)
        if window.content.count >= count { sink(window.content) }
      }
    }
  }
}
