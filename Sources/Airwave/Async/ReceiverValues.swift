extension Receiver {
  /// The values as an asynchronous sequence, which keeps all values that its consumer has not taken yet.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(1)
  ///
  /// let values = receiver.values
  /// transmitter.broadcast(2)
  /// transmitter.finish()
  ///
  /// for await value in values { print(value) }
  /// // 1
  /// // 2
  /// ```
  ///
  /// The sequence listens from the moment you read this property. It begins with the replay, and misses no value that
  /// is broadcast before the loop begins. Each read of the property makes a sequence of its own. The sequence ends when
  /// the pair finishes, and when the iterating task is cancelled. It leaves the pair when it ends, or when you release
  /// the sequence and its iterators.
  @inlinable
  public var values: ReceiverValues<Value> { values(buffering: .unbounded) }

  /// The values as an asynchronous sequence, with a bound on what it keeps.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let values = receiver.values(buffering: .newest(2))
  /// (1...5).forEach(transmitter.broadcast)
  /// transmitter.finish()
  ///
  /// for await value in values { print(value) }
  /// print("\(values.droppedCount) dropped")
  /// // 4
  /// // 5
  /// // 3 dropped
  /// ```
  ///
  /// A value for which a consumer waits goes to that consumer, and does not count against the bound. With a bound of 0,
  /// a consumer therefore gets the values that arrive while it waits, and no others.
  ///
  /// - Parameter policy: The values to keep for a slow consumer. A negative bound stops the program.
  /// - Returns: A sequence as ``values``, which counts the dropped values.
  /// - Complexity: O(1) for each value.
  @inlinable
  public func values(buffering policy: BufferingPolicy) -> ReceiverValues<Value> {
    ReceiverValues(self, policy)
  }
}

/// The values of a ``Receiver`` as a sequence for `for await`. ``Receiver/values`` makes it.
///
/// ```swift
/// let (transmitter, receiver) = Receiver<String>.make()
/// let words: ReceiverValues<String> = receiver.values
/// ["one", "three"].forEach(transmitter.broadcast)
/// transmitter.finish()
///
/// for await length in words.map(\.count) { print(length) }
/// // 3
/// // 5
/// ```
public struct ReceiverValues<Value: Sendable>: AsyncSequence, Sendable {
  @usableFromInline let buffer: ValueBuffer<Value>
  /// Ends the listener when the last copy of the sequence and of its iterators is released.
  @usableFromInline let listening: ScopedDisposable

  @inlinable
  init(_ receiver: Receiver<Value>, _ policy: BufferingPolicy) {
    let buffer = ValueBuffer<Value>(policy)
    let disposable = Disposable()
    let end = { (_: Ending) in
      disposable.dispose()
      buffer.finish()
    }
    receiver.attach(Sink(receive: { buffer.put($0) }, onEnd: end, disposable: disposable))
    self.buffer = buffer
    listening = disposable.scoped()
  }

  /// The number of values that were dropped so far because the consumer was slow. Always 0 if the buffer is unbounded.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let values = receiver.values(buffering: .newest(1))
  /// [1, 2, 3].forEach(transmitter.broadcast)
  ///
  /// print(values.droppedCount)
  /// // 2
  /// ```
  @inlinable
  public var droppedCount: Int { buffer.droppedCount }

  /// Begins to iterate.
  ///
  /// ```swift
  /// func table(_ lines: ReceiverValues<String>) async {
  ///   var iterator = lines.makeAsyncIterator()
  ///   print("columns: \(await iterator.next() ?? "none")")
  ///   for await line in lines { print(line) }
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make(strategy: .cold)
  /// ["name, age", "Ada, 36", "Grace, 37"].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// await table(receiver.values)
  /// // columns: name, age
  /// // Ada, 36
  /// // Grace, 37
  /// ```
  ///
  /// - Returns: An iterator. The iterators of a sequence share its values: each value goes to one of them. If the task
  ///   of one iterator is cancelled, the sequence ends for all iterators.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(buffer: buffer, listening: listening)
  }
}
