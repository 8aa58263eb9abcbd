extension Receiver {
  /// The values as an asynchronous sequence, which keeps all that its consumer has not got to yet.
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
  /// It listens from the moment you ask for it: nothing that is broadcast before the loop begins is missed, and the
  /// replay comes first. Every call makes a stream of its own. It ends when the pair finishes, and when the task that
  /// iterates is cancelled; then, or when you let go of the sequence and its iterators, it leaves the pair.
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
  /// - Parameter policy: Which values to keep for a consumer that is behind. A negative bound stops the program.
  /// - Returns: A sequence as ``values``. It counts the values that were dropped.
  /// - Complexity: O(1) for each value.
  @inlinable
  public func values(buffering policy: BufferingPolicy) -> ReceiverValues<Value> {
    ReceiverValues(self, policy)
  }
}

/// The values of a ``Receiver``, to be heard with `for await`. ``Receiver/values`` makes it.
public struct ReceiverValues<Value: Sendable>: AsyncSequence, Sendable {
  @usableFromInline let buffer: ValueBuffer<Value>
  /// Ends the listening with the last copy of the sequence and its iterators.
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

  /// How many values were dropped so far because the consumer was behind. Always 0 if the buffer is unbounded.
  @inlinable
  public var droppedCount: Int { buffer.droppedCount }

  /// Begins to iterate.
  ///
  /// - Returns: An iterator. Iterators of one sequence share its values, each of which goes to one of them, and its end: if
  ///   one of their tasks is cancelled it ends for all.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(buffer: buffer, listening: listening)
  }
}
