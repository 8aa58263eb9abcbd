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
  /// - Complexity: O(1) for each value and listener; keeps two instants and a flag.
  public func skip<C: Clock>(
    for interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "for")
    return attaching { sink in
      let start = clock.now
      let times = OperatorState((latest: start, end: start.advanced(by: interval)))
      let isSkipping = OperatorState(true)
      let hasPassed = {
        let (now, latest, end) = (clock.now, times.content.latest, times.content.end)
        // After a setback of the clock, what was left of the interval is left. The greatest reading counts, so that
        // several short setbacks add up.
        let isSetBack = now.duration(to: latest) >= .leastSetback
        times.content = isSetBack ? (now, now.advanced(by: latest.duration(to: end))) : (max(latest, now), end)
        return now >= times.content.end
      }
      return { value in
        if isSkipping.content, hasPassed() { isSkipping.content = false }
        if !isSkipping.content { sink(value) }
      }
    }
  }
}
