extension Receiver {
  /// Leaves out values until another receiver has one.
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
  /// A value that the other receiver replays counts: then everything is heard. The other receiver is left with its first
  /// value. That it finishes without one starts nothing: then nothing is heard but the end. (In Combine it would be the
  /// end, in ReactiveSwift the start.)
  ///
  /// - Parameter other: The receiver to wait for. It is listened to first.
  /// - Returns: A receiver of the values behind the first of the other receiver.
  /// - Complexity: O(1) for each value and listener; keeps a flag.
  @inlinable
  public func skip<Other: Sendable>(until other: Receiver<Other>) -> Receiver<Value> {
    let start = other.take(count: 1)
    return .joining { [self] (sink, junction: Junction<TriggeredEvent<Value>>) in
      let hasStarted = OperatorState(false)
      junction.handleEvents { event in
        switch event {
        case .value(let value): if hasStarted.content { sink(value) }
        case .trigger: hasStarted.content = true
        case .finish: sink.finish()
        case .triggerFinish: break
        }
      }
      junction.listen(to: start) { _ in .trigger }
      junction.listen(to: self, { .value($0) }, onFinish: .finish)
    } listenerCount: { [self] in
      listenerCount
    }
  }
}
