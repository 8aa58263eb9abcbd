extension Receiver {
  /// Forwards each value together with the newest values of other receivers.
  ///
  /// ```swift
  /// let (taps, tap) = Receiver<Int>.make()
  /// let (names, name) = Receiver<String>.make()
  /// tap.withLatest(from: name).listen { tap, name in print(tap, name) }
  ///
  /// taps.broadcast(1)
  /// names.broadcast("Ada")
  /// names.broadcast("Grace")
  /// taps.broadcast(2)
  /// // 2 Grace
  /// ```
  ///
  /// The other receivers are listened to first. A value that comes before each of them has had a value is left out.
  /// Sources may broadcast on different threads; the listener hears one tuple at a time. Finishes when this receiver
  /// finishes. When another receiver has finished, its last value stays its newest.
  ///
  /// - Parameter others: The receivers whose newest values to add. Their number and types are arbitrary.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(*k*) for each value and listener with *k* others; keeps one value of each.
  @inlinable
  public func withLatest<each Other: Sendable>(
    from others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    .joining { [self] (sink, junction: Junction<Step>) in
      let theirs = (repeat roomForLatest(of: each others))
      let isComplete = OperatorState(false)
      let step = { (value: Value) in
        Step {
          if !isComplete.content {
            for other in repeat each theirs {
              if other.content == nil { return }
            }
            isComplete.content = true
          }
          sink((value, repeat (each theirs).unwrapped()))
        }
      }
      junction.handleEvents { $0.run() }
      repeat keepLatest(of: each others, in: each theirs, junction, then: {}, onFinish: nil)
      junction.listen(to: self, step, onFinish: Step { sink.finish() })
    } listenerCount: { [self] in
      listenerCount
    }
  }
}
