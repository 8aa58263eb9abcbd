extension Receiver {
  /// Forwards values for a while, and finishes.
  ///
  /// - Parameters:
  ///   - interval: How long, from the moment of listening. A negative interval stops the program.
  ///   - clock: What measures it.
  /// - Returns: A receiver of the values that come in time.
  /// - Complexity: O(1) for each value and listener; keeps one task.
  public func take<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return .joining { [self] (sink, junction: Junction<Value?>) in
      let end = clock.now.advanced(by: interval)
      junction.handleEvents { value in
        // The clock decides, however late the alarm is.
        if let value, clock.now < end { sink(value) } else { sink.finish() }
      }
      junction.send(nil, at: end, of: clock)
      junction.listen(to: self, { $0 }, onFinish: .some(nil))
    } listenerCount: { [self] in
      listenerCount
    }
  }
}
