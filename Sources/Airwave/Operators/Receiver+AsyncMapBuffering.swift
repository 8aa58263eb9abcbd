extension Receiver {
  /// Transforms each value with an asynchronous function, one value after the other, with a bound on the values that
  /// wait.
  ///
  /// ```swift
  /// let (gates, gate) = Receiver<Void>.make(strategy: .warm(upTo: 1))
  /// let (names, name) = Receiver<String>.make()
  /// let lengths = name.asyncMap(buffering: .newest(1)) { name in
  ///   _ = await gate.first()
  ///   return name.count
  /// } onDrop: { count in
  ///   print("\(count) dropped")
  /// }.values
  ///
  /// ["tea", "milk", "coffee"].forEach(names.broadcast)
  /// names.finish()
  /// gates.broadcast()
  /// for await length in lengths { print(length) }
  /// // 1 dropped
  /// // 3
  /// // 6
  /// ```
  ///
  /// The value that is being transformed does not count against the bound. With a bound of 0, the values that arrive
  /// meanwhile are dropped. All other behavior is as for ``asyncMap(_:)->Receiver<Output>``, or, with a limit above 1,
  /// as for ``asyncMap(maxConcurrent:_:)->Receiver<Output>``.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The greatest number of values that are transformed at the same time, 1 by default. A limit that
  ///     is not positive stops the program.
  ///   - policy: The values to keep while as many others are being transformed. A negative bound stops the program.
  ///   - transform: Makes the new value. Runs in a task, without isolation.
  ///   - onDrop: Called for each dropped value, with the number of values that the listener has dropped so far, as
  ///     ``ReceiverValues/droppedCount`` counts them. Runs where the value is broadcast.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value that is not dropped and listener; keeps the waiting values.
  public func asyncMap<Output: Sendable>(
    maxConcurrent: Int = 1,
    buffering policy: BufferingPolicy,
    _ transform: @escaping @Sendable (Value) async -> Output,
    onDrop: (@Sendable (_ droppedCount: Int) -> Void)? = nil
  ) -> Receiver<Output> {
    requirePositive(maxConcurrent, "maxConcurrent")
    return joining { [self] sink, junction in
      // No work begins for a listener that only reads the replay, so that no value waits and none is dropped.
      if junction.listener.isPeek { return }
      let waiting = OperatorState(RingBuffer<Value>(limit: policy.limit))
      let (runningCount, isFinished) = (OperatorState(0), OperatorState(false))
      let droppedCount = OperatorState(0)
      func begin(_ value: Value) {
        runningCount.content += 1
        junction.run({ await transform(value) }) { output in
          runningCount.content -= 1
          sink(output)
          if sink.isOpen, let next = waiting.content.popFirst() { begin(next) }
          if isFinished.content, runningCount.content == 0 { sink.finish() }
        }
      }
      junction.listen(to: self) { value in
        if runningCount.content < maxConcurrent { return begin(value) }
        guard waiting.content.append(value, keeping: policy) != nil else { return }
        droppedCount.content += 1
        onDrop?(droppedCount.content)
      } onFinish: {
        isFinished.content = true
        if runningCount.content == 0 { sink.finish() }
      }
    }
  }

  /// Transforms each value with an asynchronous function that may throw, one value after the other, with a bound on the
  /// values that wait.
  ///
  /// ```swift
  /// struct Empty: Error {}
  ///
  /// let (names, name) = Receiver<String>.make()
  /// let lengths = name.asyncMap(buffering: .oldest(1)) { name throws(Empty) in
  ///   if name.isEmpty { throw Empty() }
  ///   return name.count
  /// }.values
  ///
  /// ["tea", ""].forEach(names.broadcast)
  /// names.finish()
  /// for await length in lengths { print((try? length.get()) ?? -1) }
  /// // 3
  /// // -1
  /// ```
  ///
  /// A failure is forwarded as a value, and the receiver continues. The failure type is the error type that `transform`
  /// declares, or `any Error`. All other behavior is as for functions that do not throw.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The greatest number of values that are transformed at the same time, 1 by default. A limit that
  ///     is not positive stops the program.
  ///   - policy: The values to keep while as many others are being transformed. A negative bound stops the program.
  ///   - transform: Makes the new value, or throws. Runs in a task, without isolation.
  ///   - onDrop: Called for each dropped value, with the number of values that the listener has dropped so far.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value that is not dropped and listener; keeps the waiting values.
  public func asyncMap<Output: Sendable, Failure: Error>(
    maxConcurrent: Int = 1,
    buffering policy: BufferingPolicy,
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Output,
    onDrop: (@Sendable (_ droppedCount: Int) -> Void)? = nil
  ) -> Receiver<Result<Output, Failure>> {
    asyncMap(
      maxConcurrent: maxConcurrent,
      buffering: policy,
      { value in await Result { () async throws(Failure) in try await transform(value) } },
      onDrop: onDrop
    )
  }
}
