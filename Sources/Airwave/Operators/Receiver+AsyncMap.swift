extension Receiver {
  /// Transforms each value with an asynchronous function: one value after the other, or several at the same time.
  ///
  /// ```swift
  /// func price(of name: String) async -> Int { name.count }
  ///
  /// let (names, name) = Receiver<String>.make()
  /// let prices = name.asyncMap { await price(of: $0) }.values
  ///
  /// ["tea", "coffee"].forEach(names.broadcast)
  /// names.finish()
  /// for await price in prices { print(price) }
  /// // 3
  /// // 6
  /// ```
  ///
  /// Results come in the order in which the function returns them: in the order of the values, unless `maxConcurrent`
  /// lets several calls run. The listener hears one result at a time. The receiver finishes when the last value is
  /// transformed.
  ///
  /// ```swift
  /// let (gates, gate) = Receiver<Void>.make(strategy: .warm(upTo: 1))
  /// let (names, name) = Receiver<String>.make()
  /// let lengths = name.asyncMap(maxConcurrent: 2) { name in
  ///   if name == "slow" { _ = await gate.first() }
  ///   return name.count
  /// }.values
  ///
  /// ["slow", "quick"].forEach(names.broadcast)
  /// names.finish()
  /// for await length in lengths {
  ///   print(length)
  ///   gates.broadcast()
  /// }
  /// // 5
  /// // 4
  /// ```
  ///
  /// A value that arrives while the limit is reached waits, and the number of waiting values is not bounded. For a
  /// bound, see ``asyncMap(maxConcurrent:buffering:_:onDrop:)->Receiver<Output>``.
  ///
  /// Each listener has tasks of its own. When the listener ends, its tasks are cancelled and its waiting values are
  /// released. The tasks inherit no priority and no task-local values from the broadcasting thread. Reading
  /// ``replayed`` starts no task, and gives no value.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The greatest number of values that are transformed at the same time, 1 by default. A limit that
  ///     is not positive stops the program.
  ///   - transform: Makes the new value. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps the waiting values.
  public func asyncMap<Output: Sendable>(
    maxConcurrent: Int = 1,
    _ transform: @escaping @Sendable (Value) async -> Output
  ) -> Receiver<Output> {
    asyncMap(maxConcurrent: maxConcurrent, buffering: .unbounded, transform)
  }

  /// Transforms each value with an asynchronous function that may throw.
  ///
  /// ```swift
  /// enum PriceError: Error { case unknown }
  /// func price(of name: String) async throws(PriceError) -> Int {
  ///   if name.isEmpty { throw .unknown }
  ///   return name.count
  /// }
  ///
  /// let (names, name) = Receiver<String>.make()
  /// let prices = name.asyncMap(price).values
  ///
  /// ["tea", ""].forEach(names.broadcast)
  /// names.finish()
  /// for await price in prices { print((try? price.get()) ?? -1) }
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
  ///   - transform: Makes the new value, or throws. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps the waiting values.
  public func asyncMap<Output: Sendable, Failure: Error>(
    maxConcurrent: Int = 1,
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Output
  ) -> Receiver<Result<Output, Failure>> {
    asyncMap(maxConcurrent: maxConcurrent, catching(transform))
  }

  /// Transforms the latest value with an asynchronous function, and cancels the transformation of the previous value.
  ///
  /// ```swift
  /// func results(for text: String) async -> [String] {
  ///   text == "s" ? await never() : ["\(text)er", "\(text)est"]
  /// }
  /// func never() async -> [String] {
  ///   try? await Task.sleep(for: .seconds(3_600))
  ///   return ["too late"]
  /// }
  ///
  /// let (keys, key) = Receiver<String>.make()
  /// let found = key.mapLatest { await results(for: $0) }.values
  ///
  /// ["s", "fast"].forEach(keys.broadcast)
  /// keys.finish()
  /// for await results in found { print(results) }
  /// // ["faster", "fastest"]
  /// ```
  ///
  /// The result of a cancelled task is never delivered. The task for a new value starts at once, even if the cancelled
  /// task has not yet observed its cancellation and is still running. The receiver finishes when the last value is
  /// transformed.
  ///
  /// Each listener has tasks of its own. When the listener ends, its task is cancelled. The tasks inherit no priority
  /// and no task-local values from the broadcasting thread. Reading ``replayed`` starts no task, and gives no value.
  ///
  /// - Parameter transform: Makes the new value. Runs in a task, without isolation, and can check `Task.isCancelled`.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps nothing.
  public func mapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) async -> Output
  ) -> Receiver<Output> {
    flatMapLatest { value in .working { await transform(value) } }
  }

  /// Transforms the latest value with an asynchronous function that may throw, and cancels the transformation of the
  /// previous value.
  ///
  /// ```swift
  /// let (keys, key) = Receiver<String>.make()
  /// let numbers = key.mapLatest { text in
  ///   if text == "1" { try await Task.sleep(for: .seconds(3_600)) }
  ///   return Int(text) ?? 0
  /// }
  /// let values = numbers.values
  ///
  /// ["1", "12"].forEach(keys.broadcast)
  /// keys.finish()
  /// for await number in values { print(number) }
  /// // success(12)
  /// ```
  ///
  /// A failure is forwarded as a value, and the receiver continues. The failure of a cancelled task is never delivered.
  /// The failure type is the error type that `transform` declares, or `any Error`. All other behavior is as for
  /// functions that do not throw.
  ///
  /// - Parameter transform: Makes the new value, or throws. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps nothing.
  public func mapLatest<Output: Sendable, Failure: Error>(
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Output
  ) -> Receiver<Result<Output, Failure>> {
    mapLatest(catching(transform))
  }

  /// Transforms each value with an asynchronous function, with a bound on the values that wait.
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
  /// The values that are being transformed do not count against the bound. With a bound of 0, the values that arrive
  /// meanwhile are dropped. All other behavior is as for ``asyncMap(maxConcurrent:_:)->Receiver<Output>``.
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
    return working(maxConcurrent: maxConcurrent, buffering: policy, transform, onDrop: onDrop)
  }

  /// Transforms each value with an asynchronous function that may throw, with a bound on the values that wait.
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
    asyncMap(maxConcurrent: maxConcurrent, buffering: policy, catching(transform), onDrop: onDrop)
  }
}
