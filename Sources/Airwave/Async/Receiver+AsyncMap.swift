extension Receiver {
  /// Transforms each value with asynchronous work, one value after the other.
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
  /// Results come in the order of the values. A value that comes while another is worked on waits; the number of values that
  /// wait is not bounded. Finishes when the work for the last value is done.
  ///
  /// Each listener has work of its own, done in tasks that belong to it: when it ends, its task is cancelled and what waits
  /// is released. The tasks inherit no priority and no task-local value of a broadcaster. Reading what is replayed
  /// starts no work, and gives nothing.
  ///
  /// - Parameter transform: Makes the new value. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps the values that wait.
  public func asyncMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) async -> Output
  ) -> Receiver<Output> {
    flatMap(maxConcurrent: 1) { value in .working { await transform(value) } }
  }

  /// Transforms each value with asynchronous work that may fail, one value after the other.
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
  /// A failure is a value like any other, and ends nothing. Its type is that of the error that `transform` declares to
  /// throw; `any Error` if it declares none. All else is as for work that cannot fail.
  ///
  /// - Parameter transform: Makes the new value, or throws. Runs in a task, without isolation.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps the values that wait.
  public func asyncMap<Output: Sendable, Failure: Error>(
    _ transform: @escaping @Sendable (Value) async throws(Failure) -> Output
  ) -> Receiver<Result<Output, Failure>> {
    asyncMap { value in await Result { () async throws(Failure) in try await transform(value) } }
  }

  /// Transforms each value with asynchronous work, which a newer value cancels.
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
  /// The result of work that was cancelled is never delivered. Work begins at once, also while cancelled work, which may
  /// take its time to notice, is still going on. Finishes when the work for the last value is done.
  ///
  /// Each listener has work of its own, done in tasks that belong to it: when it ends, its task is cancelled. The tasks
  /// inherit no priority and no task-local value of a broadcaster. Reading what is replayed starts no work, and gives
  /// nothing.
  ///
  /// - Parameter transform: Makes the new value. Runs in a task, without isolation, and can ask `Task.isCancelled`.
  /// - Returns: A receiver of the results, which are broadcast from the tasks.
  /// - Complexity: One task for each value and listener; keeps nothing.
  public func mapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) async -> Output
  ) -> Receiver<Output> {
    flatMapLatest { value in .working { await transform(value) } }
  }

  /// Transforms each value with asynchronous work that may fail, and that a newer value cancels.
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
  /// A failure is a value like any other, and ends nothing; that of cancelled work is never delivered. Its type is that of the
  /// error that `transform` declares to throw; `any Error` if it declares none. All else is as for work that cannot fail.
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
