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
    @usableFromInline let listener: BufferedListener<Value>
    /// What the consumer does with the value that it has taken, until it asks for the next one.
    @usableFromInline var work: (any BackgroundWork)?

    @inlinable
    init(_ listener: BufferedListener<Value>) {
      self.listener = listener
    }

    @inlinable var buffer: ValueBuffer<Value> { listener.buffer }

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

    @inlinable @inline(__always)
    mutating func take() -> Value? {
      guard let value = buffer.next() else { return nil }
      if work == nil { beginWork() }
      return value
    }

    @inlinable @inline(never)
    mutating func wait(isolation actor: isolated (any Actor)?) async -> Value? {
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
      listener.listening.dispose()
      buffer.cancel()
      return nil
    }

    @usableFromInline
    mutating func beginWork() {
      work = WorkObservation.begin()
      work?.attend()
    }

    @usableFromInline
    mutating func endWork() {
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
