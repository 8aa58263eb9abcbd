extension Receiver {
  /// Makes a receiver from a value, forwards its values, and ignores the values that come before it has finished.
  ///
  /// ```swift
  /// let (taps, tap) = Receiver<Int>.make()
  /// let (answers, answer) = Receiver<String>.make()
  /// tap.flatMapFirst { number in answer.take(count: 1).map { "\(number): \($0)" } }.listen { print($0) }
  ///
  /// [1, 2].forEach(taps.broadcast)
  /// answers.broadcast("saved")
  /// taps.broadcast(3)
  /// answers.broadcast("saved again")
  /// // 1: saved
  /// // 3: saved again
  /// ```
  ///
  /// RxJS names it `exhaustMap`. A value that is ignored makes no receiver, and is not kept. The inner receiver is
  /// heard from its replay on. Finishes when this receiver and the inner receiver have finished. If the transmitter of
  /// one of them removes its listeners, the listener is removed.
  ///
  /// - Parameter transform: Makes an inner receiver. Runs where the broadcast is made.
  /// - Returns: A receiver of the values of one inner receiver at a time.
  /// - Complexity: One call for each value that is not ignored and each listener, and O(1) for each value of an inner
  ///   receiver; keeps what one inner receiver needs.
  @inlinable
  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Receiver<Output>
  ) -> Receiver<Output> {
    joining { [self] sink, junction in
      let hasInner = OperatorState(false)
      let hasOuter = OperatorState(true)
      junction.listen(to: self) { value in
        guard !exchange(&hasInner.content, with: true) else { return }
        junction.listenInStep(to: transform(value), sink.receive) {
          hasInner.content = false
          if !hasOuter.content { sink.finish() }
        }
      } onFinish: {
        hasOuter.content = false
        if !hasInner.content { sink.finish() }
      }
    }
  }
}
