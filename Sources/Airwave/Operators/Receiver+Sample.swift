extension Receiver {
  /// Forwards the newest value whenever another receiver has a value.
  ///
  /// ```swift
  /// let (positions, position) = Receiver<Int>.make()
  /// let (frames, frame) = Receiver<Void>.make()
  /// position.sample(on: frame).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(positions.broadcast)
  /// frames.broadcast(())
  /// frames.broadcast(())
  /// positions.broadcast(4)
  /// frames.broadcast(())
  /// // 3
  /// // 4
  /// ```
  ///
  /// Each value is forwarded once at most, as in RxSwift: a value of the other receiver has no effect if no value has
  /// come since the last one was forwarded. (ReactiveSwift repeats the newest value; `frame.withLatest(from: position)`
  /// does that.) Finishes when no further value can be forwarded: when the other receiver has finished, which forwards
  /// a waiting value, or when this receiver has finished and its last value was forwarded.
  ///
  /// - Parameter other: The receiver that says when to forward the newest value. It is listened to last, so that one of
  ///   its replayed values forwards the newest replayed value.
  /// - Returns: A receiver of some of the values.
  /// - Complexity: O(1) for each value and listener; keeps one value.
  @inlinable
  public func sample<Other: Sendable>(on other: Receiver<Other>) -> Receiver<Value> {
    joining { [self] sink, junction in
      let newest = OperatorState<Value?>(nil)
      let isFinished = OperatorState(false)
      func forward() {
        if let value = exchange(&newest.content, with: nil) { sink(value) }
        if isFinished.content { sink.finish() }
      }
      junction.listen(to: self) { value in
        newest.content = value
      } onFinish: {
        isFinished.content = true
        if newest.content == nil { sink.finish() }
      }
      junction.listen(to: other) { _ in
        forward()
      } onFinish: {
        isFinished.content = true
        forward()
      }
    }
  }
}
