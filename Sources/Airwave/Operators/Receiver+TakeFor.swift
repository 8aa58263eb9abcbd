extension Receiver {
  /// Forwards the values of an interval that begins when a listener joins, then finishes.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.take(for: .seconds(60)).listen { print($0) } onFinish: { print("done") }
  ///
  /// transmitter.broadcast(1)
  /// transmitter.finish()
  /// // 1
  /// // done
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The length of the interval. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the values that come before the interval ends.
  /// - Complexity: O(1) for each value and listener; keeps one alarm.
  public func take<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return joining { [self] sink, junction in
      let end = clock.now.advanced(by: interval)
      junction.run(at: end, of: clock, sink.finish)
      // The alarm may be late: compare with the clock.
      junction.listen(to: self, { if clock.now < end { sink($0) } else { sink.finish() } }, onFinish: sink.finish)
    }
  }
}
