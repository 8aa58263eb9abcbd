extension Receiver {
  /// Leaves out the values of an interval that begins when a listener joins.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// transmitter.broadcast(1)
  ///
  /// receiver.skip(for: .seconds(60)).listen { print($0) } onFinish: { print("done") }
  /// transmitter.broadcast(2)
  /// transmitter.finish()
  /// // done
  /// ```
  ///
  /// It forwards the values that ``take(for:clock:)`` leaves out. It needs no alarm.
  ///
  /// - Parameters:
  ///   - interval: The length of the interval. A negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the values that come later.
  /// - Complexity: O(1) for each value and listener; keeps an instant and a flag.
  public func skip<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return attaching { sink in
      let end = clock.now.advanced(by: interval)
      let isSkipping = OperatorState(true)
      return { value in
        if isSkipping.content { isSkipping.content = clock.now < end }
        if !isSkipping.content { sink(value) }
      }
    }
  }
}
