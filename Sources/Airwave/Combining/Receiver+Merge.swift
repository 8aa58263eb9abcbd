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
  /// Replays are heard in the order of the receivers. Sources may broadcast from different threads: the listener hears
  /// one value at a time, each source's in their order; a value that comes while the listener hears another source's is
  /// delivered after that. Finishes when all sources have.
  ///
  /// - Parameter others: The receivers to merge with this one.
  /// - Returns: A receiver of all values.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @_disfavoredOverload
  @inlinable
  public func merge(with others: Receiver<Value>...) -> Receiver<Value> {
    // A call without an argument means the `merge()` of a receiver of receivers, where it applies: this one is disfavored.
    let sources = [self] + others
    return .joining { (sink, junction: Junction<Value?>) in
      let unfinished = Memory(sources.count)
      junction.handleEvents { value in
        if let value { return sink(value) }
        unfinished.content -= 1
        if unfinished.content == 0 { sink.finish() }
      }
      for source in sources { junction.listen(to: source, { $0 }, onFinish: .some(nil)) }
    } listenerCount: {
      sources.reduce(0) { $0 + $1.listenerCount }
    }
  }
}
