extension Receiver {
  /// Leaves out values until another receiver has a value.
  ///
  /// ```swift
  /// let (ticks, tick) = Receiver<Int>.make()
  /// let (starts, start) = Receiver<Void>.make()
  /// tick.skip(until: start).listen { print($0) }
  ///
  /// ticks.broadcast(1)
  /// starts.broadcast(())
  /// ticks.broadcast(2)
  /// // 2
  /// ```
  ///
  /// A replayed value of the other receiver counts: all values are then forwarded. The listener leaves the other
  /// receiver after the first value. If the other receiver finishes without a value, no value is forwarded, and the
  /// listener hears only the end of this receiver. (In Combine it would hear the end at once, and in ReactiveSwift the
  /// values from then on.)
  ///
  /// - Parameter other: The receiver to wait for. It is listened to first.
  /// - Returns: A receiver of the values after the first value of the other receiver.
  /// - Complexity: O(1) for each value and listener; keeps a flag.
  @inlinable
  public func skip<Other: Sendable>(until other: Receiver<Other>) -> Receiver<Value> {
    let start = other.take(count: 1)
    return joining { [self] sink, junction in
      let hasStarted = OperatorState(false)
      junction.listen(to: start) { _ in hasStarted.content = true }
      junction.listen(to: self, { if hasStarted.content { sink($0) } }, onFinish: sink.finish)
    }
  }
}
