extension Receiver {
  /// Collects values into batches of a given size.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.collect(count: 2).listen { print($0) }
  ///
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// // [1, 2]
  /// // [3]
  /// ```
  ///
  /// The last batch may be smaller. It is forwarded when the pair finishes, or when an operator upstream such as
  /// ``take(count:)`` is done. Disposal drops it.
  ///
  /// - Parameter count: The number of values in a batch. No batch is empty: 0 means 1. A negative count stops the
  ///   program.
  /// - Returns: A receiver of arrays.
  /// - Complexity: O(1) for each value and listener, amortized; keeps one batch.
  @inlinable
  public func collect(count: Int) -> Receiver<[Value]> {
    requireNonNegative(count, "count")
    return deriving(of: source) { [self] sink in
      let batch = OperatorState<[Value]>([])
      let receive = { (value: Value) in
        batch.content.append(value)
        if batch.content.count >= count { sink(exchange(&batch.content, with: [])) }
      }
      let end = { (ending: Ending) in
        let rest = exchange(&batch.content, with: [])
        // If the transmitter removed the listener, its sink is closed and the rest is dropped.
        if !rest.isEmpty, sink.isOpen { sink(rest) }
        sink.end(ending)
      }
      attach(Sink(receive: receive, onEnd: end, disposable: sink.disposable))
    }
  }

  /// Forwards a value in place of nothing: if the pair finishes without a value, the listener hears this one first.
  ///
  /// ```swift
  /// let (results, result) = Receiver<String>.make()
  /// result.filter { !$0.isEmpty }.replaceEmpty(with: "nothing").listen { print($0) } onFinish: { print("done") }
  ///
  /// results.broadcast("")
  /// results.finish()
  /// // nothing
  /// // done
  /// ```
  ///
  /// What counts is what the listener has heard: a listener that joins a finished pair which replays nothing hears the
  /// given value, whatever others heard before. Disposal and removal forward nothing.
  ///
  /// - Parameter replacement: The value that is forwarded before the end if no other was.
  /// - Returns: A receiver of the values, or of the given one.
  /// - Complexity: O(1) for each value and listener; keeps the given value.
  @inlinable
  public func replaceEmpty(with replacement: Value) -> Receiver<Value> {
    deriving(of: source) { [self] sink in
      let isEmpty = OperatorState(true)
      let receive = { (value: Value) in
        isEmpty.content = false
        sink(value)
      }
      let end = { (ending: Ending) in
        // If the transmitter removed the listener, its sink is closed.
        if exchange(&isEmpty.content, with: false), sink.isOpen { sink(replacement) }
        sink.end(ending)
      }
      attach(Sink(receive: receive, onEnd: end, disposable: sink.disposable))
    }
  }
}
