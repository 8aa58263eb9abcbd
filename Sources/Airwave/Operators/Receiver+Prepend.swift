extension Receiver {
  /// Forwards given values before the values of this receiver.
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
  /// Each listener hears the given values, then the replay, and then the values that are broadcast. The listener has
  /// already joined the pair when it hears the given values. A value that is broadcast meanwhile is heard after the
  /// replay. In Combine and RxSwift it would be missed. Operators before this one make the first replayed value before
  /// the listener hears the given values, and each other one after the listener has heard the one before.
  ///
  /// - Parameter values: The values to hear first.
  /// - Returns: A receiver of the given values, followed by the values of this receiver.
  /// - Complexity: O(1) for each value and listener; the receiver keeps the given values.
  @inlinable
  public func prepend(_ values: Value...) -> Receiver<Value> {
    prepend(contentsOf: values)
  }

  /// Forwards the values of a sequence before the values of this receiver.
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
  /// The same as ``prepend(_:)``, for values in a sequence.
  ///
  /// - Parameter values: The values to hear first. The sequence is read at once.
  /// - Returns: A receiver of the given values, followed by the values of this receiver.
  /// - Complexity: O(1) for each value and listener; the receiver keeps the given values.
  @inlinable
  public func prepend(contentsOf values: some Sequence<Value>) -> Receiver<Value> {
    let first = Array(values)
    return joining { [self] sink, junction in
      let isFirst = OperatorState(true)
      func sendFirst() {
        guard exchange(&isFirst.content, with: false) else { return }
        for value in first where sink.isOpen { sink(value) }
      }
      junction.run {
        // The listener joins before it hears the first of these values, so that it misses no value of the receiver.
        junction.listenInStep(to: self) { value in
          sendFirst()
          if sink.isOpen { sink(value) }
        } onFinish: {
          sink.finish()
        }
        sendFirst()
      }
    }
  }
}
