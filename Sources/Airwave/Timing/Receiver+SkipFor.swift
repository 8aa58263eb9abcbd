extension Receiver {
  /// Leaves out the values of a while, from the moment of listening.
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
  /// Is what ``take(for:clock:)`` does not take. Needs no task.
  ///
  /// - Parameters:
  ///   - interval: How long, from the moment of listening. A negative interval stops the program.
  ///   - clock: What measures it.
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
