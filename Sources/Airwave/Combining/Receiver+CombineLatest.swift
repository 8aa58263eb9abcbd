extension Receiver {
  /// Forwards the newest values of several receivers together, whenever one of them has a new one.
  ///
  /// ```swift
  /// let (names, name) = Receiver<String>.make()
  /// let (ages, age) = Receiver<Int>.make()
  /// name.combineLatest(age).listen { name, age in print(name, age) }
  ///
  /// names.broadcast("Ada")
  /// ages.broadcast(36)
  /// ages.broadcast(37)
  /// // Ada 36
  /// // Ada 37
  /// ```
  ///
  /// Nothing is heard until each has had a value. Sources may broadcast from different threads; the listener hears one
  /// tuple at a time. Finishes when all sources have.
  ///
  /// - Parameter others: The receivers to combine with this one, of any number and types.
  /// - Returns: A receiver of tuples.
  /// - Complexity: O(*k*) for each value and listener with *k* receivers; keeps one value of each.
  @inlinable
  public func combineLatest<each Other: Sendable>(
    _ others: repeat Receiver<each Other>
  ) -> Receiver<(Value, repeat each Other)> {
    .joining { [self] (sink, junction: Junction<Step>) in
      let mine = roomForLatest(of: self)
      let theirs = (repeat roomForLatest(of: each others))
      let unfinished = Memory(1)
      for _ in repeat each theirs { unfinished.content += 1 }
      let emit = {
        guard let value = mine.content else { return }
        for other in repeat each theirs {
          if other.content == nil { return }
        }
        sink((value, repeat (each theirs).unwrapped()))
      }
      let finish = Step {
        unfinished.content -= 1
        if unfinished.content == 0 { sink.finish() }
      }
      junction.handleEvents { $0.run() }
      keepLatest(of: self, in: mine, junction, then: emit, onFinish: finish)
      repeat keepLatest(of: each others, in: each theirs, junction, then: emit, onFinish: finish)
    } listenerCount: { [self] in
      totalListenerCount(self, repeat each others)
    }
  }
}

/// Room for the latest value of a receiver.
@inlinable
func roomForLatest<Value>(of receiver: Receiver<Value>) -> Memory<Value?> {
  Memory(nil)
}

/// Lets each value of a receiver be the latest, and be emitted with the others.
@inlinable
func keepLatest<Value>(
  of receiver: Receiver<Value>,
  in latest: Memory<Value?>,
  _ junction: Junction<Step>,
  then emit: @escaping () -> Void,
  onFinish: Step
) {
  let step = { (value: Value) in
    Step {
      latest.content = value
      emit()
    }
  }
  junction.listen(to: receiver, step, onFinish: onFinish)
}
