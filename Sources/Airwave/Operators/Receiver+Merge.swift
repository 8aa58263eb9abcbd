extension Receiver {
  /// Forwards the values of several receivers as they come.
  ///
  /// ```swift
  /// let (left, lefts) = Receiver<String>.make()
  /// let (right, rights) = Receiver<String>.make()
  /// lefts.merge(with: rights).listen { print($0) }
  ///
  /// left.broadcast("left")
  /// right.broadcast("right")
  /// // left
  /// // right
  /// ```
  ///
  /// The listener hears the replays in the order of the receivers. Sources may broadcast on different threads. The
  /// listener hears one value at a time, and the values of each source in their order. A value that comes while the
  /// listener handles a value of another source is delivered after it. Finishes when all sources have finished.
  ///
  /// - Parameter others: The receivers to merge with this one.
  /// - Returns: A receiver of all values.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @_disfavoredOverload
  @inlinable
  public func merge(with others: Receiver<Value>...) -> Receiver<Value> {
    // Disfavored, so that a call without an argument means the `merge()` of a receiver of receivers, where that
    // applies.
    .merge([self] + others)
  }

  /// Forwards the values of several receivers as they come.
  ///
  /// ```swift
  /// let (left, right) = (Receiver.just(1, 2), Receiver.just(3))
  /// Receiver.merge(left, right).listen { print($0) }
  /// // 1
  /// // 2
  /// // 3
  /// ```
  ///
  /// The same as calling ``merge(with:)`` on the first receiver with the others.
  ///
  /// - Parameters:
  ///   - first: The first receiver.
  ///   - second: The second receiver.
  ///   - others: More receivers.
  /// - Returns: A receiver of all values.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @inlinable
  public static func merge(
    _ first: Receiver<Value>,
    _ second: Receiver<Value>,
    _ others: Receiver<Value>...
  ) -> Receiver<Value> {
    .merge([first, second] + others)
  }

  /// Forwards the values of any number of receivers as they come.
  ///
  /// ```swift
  /// let pairs = (1...3).map { _ in Receiver<Int>.make() }
  /// Receiver.merge(pairs.map(\.receiver)).listen { print($0) }
  ///
  /// for (number, pair) in pairs.enumerated() { pair.transmitter.broadcast(number) }
  /// // 0
  /// // 1
  /// // 2
  /// ```
  ///
  /// The same as ``merge(with:)``, for receivers in a sequence. With an empty sequence it finishes at once.
  ///
  /// - Parameter receivers: The receivers to merge.
  /// - Returns: A receiver of all values.
  /// - Complexity: O(1) for each value and listener, and O(*k*) for each listener with *k* receivers; keeps nothing.
  @inlinable
  public static func merge(_ receivers: some Sequence<Receiver<Value>>) -> Receiver<Value> {
    let sources = Array(receivers)
    if sources.isEmpty { return .empty }
    return .joining { sink, junction in
      let unfinished = OperatorState(sources.count)
      for source in sources {
        junction.listen(to: source, sink.receive) {
          unfinished.content -= 1
          if unfinished.content == 0 { sink.finish() }
        }
      }
    } listenerCount: {
      totalListenerCount(of: sources)
    }
  }
}
