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
  /// is broadcast before the first loop begins. Until then it keeps the values, without a bound, or until you release
  /// it. You may keep the sequence and iterate it in several places: the first loop takes over what was kept, and each
  /// further one is a listener of its own, which begins with the replay when it joins. So each loop hears all values
  /// from its beginning on.
  ///
  /// A loop ends when the pair finishes, when its task is cancelled, and when you leave it. It then no longer listens,
  /// keeps no value, and the other loops go on.
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
  /// - Returns: A sequence as ``values``, which counts the dropped values. The bound holds for each loop.
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
  @usableFromInline let source: Source

  @inlinable init(_ receiver: Receiver<Value>, _ policy: BufferingPolicy) {
    source = Source(receiver, policy)
  }

  /// The number of values that were dropped so far because a consumer was slow, in all loops over this sequence. Always
  /// 0 if the buffer is unbounded.
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
  public var droppedCount: Int { source.drops.count }

  /// Begins to iterate.
  ///
  /// ```swift
  /// func show(_ name: String, _ lines: ReceiverValues<String>) async {
  ///   var iterator = lines.makeAsyncIterator()
  ///   while let line = await iterator.next() { print(name, line) }
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make(strategy: .warm(upTo: 1))
  /// let lines = receiver.values
  /// ["one", "two"].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// await show("first", lines)
  /// await show("second", lines)
  /// // first one
  /// // first two
  /// // second two
  /// ```
  ///
  /// - Returns: An iterator. The first iterator of a sequence takes over what the sequence has heard since it was made.
  ///   Each further one is a listener of its own, and begins with the replay.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(source.takeListener())
  }

  /// What the copies of a sequence share: the receiver, and the listener that no iterator has taken yet.
  @usableFromInline final class Source: Sendable {
    @usableFromInline let receiver: Receiver<Value>
    @usableFromInline let policy: BufferingPolicy
    @usableFromInline let drops: DropCount
    @usableFromInline let unread: Lock<BufferedListener<Value>?>

    @inlinable init(_ receiver: Receiver<Value>, _ policy: BufferingPolicy) {
      let drops = DropCount()
      (self.receiver, self.policy, self.drops) = (receiver, policy, drops)
      unread = Lock(BufferedListener(to: receiver, policy, drops))
    }

    /// Returns the listener that was made with the sequence to the first caller, and a new one to each other.
    @inlinable func takeListener() -> BufferedListener<Value> {
      unread.withLock { exchange(&$0, with: nil) } ?? BufferedListener(to: receiver, policy, drops)
    }
  }
}

/// A listener that keeps the values for one consumer, and ends when the last copy of this structure is released.
@usableFromInline struct BufferedListener<Value: Sendable>: Sendable {
  @usableFromInline let buffer: ValueBuffer<Value>
  @usableFromInline let listening: ScopedDisposable

  @inlinable init(to receiver: Receiver<Value>, _ policy: BufferingPolicy, _ drops: DropCount) {
    let buffer = ValueBuffer<Value>(policy, drops)
    let disposable = Disposable()
    let end = { (_: Ending) in
      disposable.dispose()
      buffer.finish()
    }
    receiver.attach(Sink(receive: { buffer.put($0) }, onEnd: end, disposable: disposable))
    self.buffer = buffer
    listening = disposable.scoped()
  }
}

extension ReceiverValues {
  /// Takes values from the buffer, and suspends while the buffer is empty.
  ///
  /// ```swift
  /// func show(_ values: ReceiverValues<Int>) async {
  ///   var iterator: ReceiverValues<Int>.Iterator = values.makeAsyncIterator()
  ///   while let value = await iterator.next() { print(value) }
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// [1, 2].forEach(transmitter.broadcast)
  /// transmitter.finish()
  /// await show(receiver.values)
  /// // 1
  /// // 2
  /// ```
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let buffer: ValueBuffer<Value>
    @usableFromInline let listening: ScopedDisposable
    /// What the consumer does with the value that it has taken, until it asks for the next one.
    @usableFromInline var work: (any BackgroundWork)?

    @inlinable init(_ listener: BufferedListener<Value>) {
      (buffer, listening) = (listener.buffer, listener.listening)
    }

    /// The next value.
    ///
    /// ```swift
    /// actor Reader {
    ///   func first(of receiver: Receiver<Int>) async -> Int? {
    ///     var values = receiver.values.makeAsyncIterator()
    ///     return await values.next(isolation: self)
    ///   }
    /// }
    ///
    /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    /// transmitter.broadcast(1)
    /// print(await Reader().first(of: receiver) ?? 0)
    /// // 1
    /// ```
    ///
    /// - Parameter actor: The isolation of the caller.
    /// - Returns: The value, or `nil` at the end or if the task is cancelled.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Value? {
      // Apart from what suspends, so that a value that waits in the buffer costs no more than to take it.
      if !Task.isCancelled, let value = take() { return value }
      return await wait(isolation: actor)
    }

    @inlinable @inline(__always) mutating func take() -> Value? {
      guard let value = buffer.next() else { return nil }
      if work == nil { beginWork() }
      return value
    }

    @inlinable @inline(never) mutating func wait(isolation actor: isolated (any Actor)?) async -> Value? {
      while !Task.isCancelled {
        if let value = take() { return value }
        if buffer.isOver {
          endWork()
          return nil
        }
        let value = await withTaskCancellationHandler {
          await buffer.wait(behind: &work, isolation: actor)
        } onCancel: { [buffer] in
          buffer.wakeAll()
        }
        if let value, !Task.isCancelled { return value }
      }
      endWork()
      listening.dispose()
      buffer.cancel()
      return nil
    }

    @usableFromInline mutating func beginWork() {
      work = WorkObservation.begin()
      work?.attend()
    }

    @usableFromInline mutating func endWork() {
      work?.end()
      work = nil
    }

    /// The next value.
    ///
    /// ```swift
    /// func pair(of receiver: Receiver<Int>) async -> (Int, Int)? {
    ///   var values = receiver.values.makeAsyncIterator()
    ///   guard let first = await values.next(), let second = await values.next() else { return nil }
    ///   return (first, second)
    /// }
    ///
    /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
    /// [1, 2, 3].forEach(transmitter.broadcast)
    /// print(await pair(of: receiver) ?? (0, 0))
    /// // (1, 2)
    /// ```
    ///
    /// - Returns: The value, or `nil` at the end or if the task is cancelled.
    @inlinable
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }
  }
}
