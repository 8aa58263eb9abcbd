extension Receiver {
  /// Transforms each value with an asynchronous function, one value after the other.
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
  /// Results have the order of the values. A value that arrives while another is being transformed waits, and the
  /// number of waiting values is not bounded. The receiver finishes when the last value is transformed. To transform
  /// several values at the same time, use ``asyncMap(maxConcurrent:_:)->Receiver<Output>``.
  ///
  /// Each listener has tasks of its own. When the listener ends, its task is cancelled and its waiting values are
  /// released. The tasks inherit no priority and no task-local values from the broadcasting thread. Reading
  /// ``replayed`` starts no task, and gives no value.
  ///
  /// - Parameter transform: Makes the new value. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps the waiting values.
  public func asyncMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) async -> Output
  ) -> Receiver<Output> {
    flatMap(maxConcurrent: 1) { value in .working { await transform(value) } }
  }

  /// Transforms each value with an asynchronous function that may throw, one value after the other.
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
  /// - Parameter transform: Makes the new value, or throws. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps the waiting values.
  public func asyncMap<Output: Sendable, Failure: Error>(
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Output
  ) -> Receiver<Result<Output, Failure>> {
    asyncMap { value in await Result { () async throws(Failure) in try await transform(value) } }
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
    mapLatest { value in await Result { () async throws(Failure) in try await transform(value) } }
  }
}
