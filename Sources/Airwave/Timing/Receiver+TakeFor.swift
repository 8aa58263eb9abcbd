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
  /// - Complexity: O(1) for each value and listener; keeps one task.
  public func take<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return joining { [self] (sink, junction: Junction<Value?>) in
      let end = clock.now.advanced(by: interval)
      junction.handleEvents { value in
        // The alarm may be late: compare with the clock.
        if let value, clock.now < end { sink(value) } else { sink.finish() }
      }
      junction.send(nil, at: end, of: clock)
      junction.listen(to: self, { $0 }, onFinish: .some(nil))
    }
  }
}
