extension Receiver {
  /// Forwards values until another receiver has a value, and then finishes.
  ///
  /// ```swift
  /// let (ticks, tick) = Receiver<Int>.make()
  /// let (alarms, alarm) = Receiver<Void>.make()
  /// tick.take(until: alarm).listen { print($0) } onFinish: { print("done") }
  ///
  /// ticks.broadcast(1)
  /// alarms.broadcast(())
  /// ticks.broadcast(2)
  /// // 1
  /// // done
  /// ```
  ///
  /// A replayed value of the other receiver counts: no value is then forwarded. The end of the other receiver has no
  /// effect.
  ///
  /// - Parameter other: The receiver to wait for. It is listened to first.
  /// - Returns: A receiver of the values before the first value of the other receiver.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @inlinable
  public func take<Other: Sendable>(until other: Receiver<Other>) -> Receiver<Value> {
    joining { [self] sink, junction in
      junction.listen(to: other) { _ in sink.finish() }
      junction.listen(to: self, sink.receive, onFinish: sink.finish)
    }
  }
}
