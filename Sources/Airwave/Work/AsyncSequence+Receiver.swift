extension Receiver {
  /// Makes a receiver of the elements of an asynchronous sequence.
  ///
  /// ```swift
  /// let numbers = AsyncStream { continuation in
  ///   [1, 2, 3].forEach { continuation.yield($0) }
  ///   continuation.finish()
  /// }
  /// let receiver = Receiver(numbers)
  ///
  /// for await number in receiver.values { print(number) }
  /// // 1
  /// // 2
  /// // 3
  /// ```
  ///
  /// A task begins to iterate after the first listener has joined, so that this listener misses no element. Reading
  /// ``replayed`` or ``latest`` does not start the task. A later listener hears the elements that the strategy replays,
  /// then the following elements.
  ///
  /// The sequence is iterated once: the task continues when all listeners have left. The task is cancelled when the
  /// receiver, the receivers derived from it, and all their listeners and sequences of values are released. It then
  /// stops iterating, at the latest with the next element.
  ///
  /// When the sequence ends, the pair is finished. The task inherits neither priority nor task-local values. The
  /// sequence must not be able to fail. For one that can, use the method `results` of the sequence.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate.
  ///   - strategy: The elements that are replayed to a listener that joins later. A negative limit stops the program.
  /// - Complexity: O(1) for each element and listener. Keeps the replayed elements and one task.
  public convenience init<Source: AsyncSequence & Sendable & SendableMetatype>(
    _ sequence: Source,
    strategy: ReplayStrategy = .hot
  ) where Source.Element == Value, Source.Failure == Never {
    self.init(strategy: strategy, tellsRests: Source.self == ReceiverValues<Value>.self) { transmitter in
      for await element in sequence {
        // The sequence may ignore the cancellation.
        if Task.isCancelled { break }
        transmitter.broadcast(element)
      }
    }
  }

  /// Makes a receiver of what a task broadcasts. The task is started after the first listener has joined, and cancelled
  /// when the receiver, the receivers derived from it, and all their listeners are released.
  ///
  /// - Parameters:
  ///   - strategy: The strategy of the pair.
  ///   - tellsRests: Whether the sequence is one of Airwave, whose iterator tells that the task waits for the next
  ///     element. See `BackgroundWork`.
  ///   - iterate: Iterates over the sequence, and broadcasts.
  fileprivate convenience init(
    strategy: ReplayStrategy,
    tellsRests: Bool,
    iterating iterate: @escaping @Sendable (Airwave.Transmitter<Value>) async -> Void
  ) {
    let (transmitter, receiver) = Receiver.make(strategy: strategy)
    let iteration = Disposable()
    // The first listener takes it out of the lock, and calls it.
    let start = Lock<(@Sendable () -> Void)?> {
      let work = WorkObservation.begin()
      // The task holds the only transmitter: when the task ends, the pair is finished.
      let task = Task.detached {
        guard let work else { return await iterate(transmitter) }
        // The next element may never come.
        if tellsRests { work.attend() } else { work.end() }
        await work.run { await iterate(transmitter) }
        work.end()
      }
      iteration.whenEnded { task.cancel() }
    }
    let held = receiver.holding(iteration)
    self.init(
      Derivation(of: held.source, named: nil) { sink in
        let isPeek = sink.disposable.isPeek
        held.attach(sink)
        if !isPeek { start.withLock { exchange(&$0, with: nil) }?() }
      } listenerCount: {
        held.listenerCount
      }
    )
  }
}

extension AsyncSequence where Self: Sendable & SendableMetatype, Element: Sendable {
  /// A receiver of the elements, which begins to iterate when its first listener joins. See
  /// ``Airwave/Receiver/init(_:strategy:)``.
  ///
  /// ```swift
  /// let numbers = AsyncStream { continuation in
  ///   [1, 2].forEach { continuation.yield($0) }
  ///   continuation.finish()
  /// }
  ///
  /// for await number in numbers.receiver().map({ $0 * 10 }).values { print(number) }
  /// // 10
  /// // 20
  /// ```
  ///
  /// - Parameter strategy: The elements that are replayed to a listener that joins later. A negative limit stops the
  ///   program.
  /// - Returns: A receiver that iterates in a task of its own.
  public func receiver(strategy: ReplayStrategy = .hot) -> Receiver<Element> where Failure == Never {
    Receiver(self, strategy: strategy)
  }

  /// A receiver of the elements of a sequence that can fail, and of its failure.
  ///
  /// ```swift
  /// struct Offline: Error {}
  ///
  /// let parts = AsyncThrowingStream<Int, any Error> { continuation in
  ///   [1, 2].forEach { continuation.yield($0) }
  ///   continuation.finish(throwing: Offline())
  /// }
  ///
  /// for await result in parts.results().values {
  ///   switch result {
  ///   case .success(let part): print(part)
  ///   case .failure(let error): print(error)
  ///   }
  /// }
  /// // 1
  /// // 2
  /// // Offline()
  /// ```
  ///
  /// Each element is a success. If the sequence throws, the last result is the failure, and then the pair is finished.
  /// If the sequence ends, the pair is finished without a failure. All other behavior is as for
  /// ``receiver(strategy:)``.
  ///
  /// ``Airwave/Receiver/successes()``, ``Airwave/Receiver/failures()`` and ``Airwave/Receiver/replaceFailures(_:)``
  /// take results apart.
  ///
  /// - Parameter strategy: The results that are replayed to a listener that joins later. A negative limit stops the
  ///   program.
  /// - Returns: A receiver that iterates in a task of its own.
  /// - Complexity: O(1) for each result and listener. Keeps the replayed results and one task.
  public func results(strategy: ReplayStrategy = .hot) -> Receiver<Result<Element, Failure>> {
    Receiver(strategy: strategy, tellsRests: Self.self == ReceiverValues<Element>.self) { transmitter in
      var iterator = makeAsyncIterator()
      do throws(Failure) {
        while let element = try await iterator.next(isolation: nil) {
          // The sequence may ignore the cancellation.
          guard !Task.isCancelled else { break }
          transmitter.broadcast(.success(element))
        }
      } catch {
        transmitter.broadcast(.failure(error))
      }
    }
  }
}

// A sequence that can fail has no receiver of its elements alone: its failure would look like its end.

extension AsyncSequence {
  /// Unavailable: the sequence can fail, and its failure would look like its end. Use ``results(strategy:)``.
  @available(*, unavailable, message: "the sequence can fail: use results(), which delivers the failure, too")
  @_disfavoredOverload
  public func receiver(strategy: ReplayStrategy = .hot) -> Receiver<Element> where Element: Sendable {
    Receiver.make(strategy: strategy).receiver
  }
}

extension Receiver {
  /// Unavailable: the sequence can fail, and its failure would look like its end. Use `results(strategy:)`.
  @available(*, unavailable, message: "the sequence can fail: use its results(), which deliver the failure, too")
  @_disfavoredOverload
  public convenience init<Source: AsyncSequence>(_ sequence: Source, strategy: ReplayStrategy = .hot)
  where Source.Element == Value {
    self.init(Channel(limit: 0))
  }
}
