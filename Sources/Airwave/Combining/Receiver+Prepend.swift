extension Receiver {
  /// Forwards given values first.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(3)
  ///
  /// receiver.prepend(1, 2).listen { print($0) }
  /// transmitter.broadcast(4)
  /// // 1
  /// // 2
  /// // 3
  /// // 4
  /// ```
  ///
  /// Each listener hears the given values, then what is replayed, and then what is broadcast. It has joined the pair by
  /// then: what is broadcast while it handles a given value is heard after the replay, not missed as in Combine and
  /// RxSwift.
  ///
  /// - Parameter values: The values to hear first.
  /// - Returns: A receiver of the given values, and those of this receiver behind them.
  /// - Complexity: O(1) for each value and listener; the receiver keeps the given values.
  @inlinable
  public func prepend(_ values: Value...) -> Receiver<Value> {
    prepend(contentsOf: values)
  }

  /// Forwards the values of a sequence first.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.prepend(contentsOf: 1...2).listen { print($0) }
  /// transmitter.broadcast(3)
  /// // 1
  /// // 2
  /// // 3
  /// ```
  ///
  /// Is ``prepend(_:)`` for values that are in a sequence.
  ///
  /// - Parameter values: The values to hear first. The sequence is read at once.
  /// - Returns: A receiver of the given values, and those of this receiver behind them.
  /// - Complexity: O(1) for each value and listener; the receiver keeps the given values.
  @inlinable
  public func prepend(contentsOf values: some Sequence<Value>) -> Receiver<Value> {
    let first = Array(values)
    return .joining { [self] (sink, junction: Junction<TriggeredEvent<Value>>) in
      junction.handleEvents { [weak junction] event in
        switch event {
        case .trigger:
          // What the receiver sends from here on waits until this event is handled.
          junction?.listen(to: self, { .value($0) }, onFinish: .finish)
          for value in first where sink.isOpen { sink(value) }
        case .value(let value): sink(value)
        case .finish: sink.finish()
        case .triggerFinish: break
        }
      }
      junction.send(.trigger)
    } listenerCount: { [self] in
      listenerCount
    }
  }
}
