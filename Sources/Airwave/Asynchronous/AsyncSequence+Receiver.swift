extension Receiver {
  /// Makes a receiver of the elements of an asynchronous sequence.
  ///
  /// ```swift
  /// let numbers = AsyncStream { continuation in
  ///   [1, 2, 3].forEach { continuation.yield($0) }
  ///   continuation.finish()
  /// }
  /// let receiver = Receiver(numbers, strategy: .cold)
  ///
  /// for await number in receiver.values { print(number) }
  /// // 1
  /// // 2
  /// // 3
  /// ```
  ///
  /// A task iterates from now on. It is cancelled when the receiver, those derived from it, and all their listeners are
  /// gone. When the sequence ends, or throws, the pair is finished; an error is not delivered, so handle it in the
  /// sequence if it matters.
  ///
  /// - Parameters:
  ///   - sequence: What to iterate.
  ///   - strategy: What a new listener hears of earlier elements. A negative limit stops the program.
  /// - Complexity: O(1) for each element and listener. Keeps what the strategy says, and one task.
  public convenience init<Source: AsyncSequence & Sendable & SendableMetatype>(
    _ sequence: Source,
    strategy: ReplayStrategy = .hot
  ) where Source.Element == Value {
    let (transmitter, receiver) = Receiver.make(strategy: strategy)
    let task = Task {
      // The task holds the transmitter: when it ends, so does the pair.
      do { for try await element in sequence { transmitter.broadcast(element) } } catch {}
    }
    self.init(View(of: receiver, holding: Disposable { task.cancel() }.scoped()))
  }
}

extension AsyncSequence where Self: Sendable & SendableMetatype, Element: Sendable {
  /// A receiver of the elements. See ``Airwave/Receiver/init(_:strategy:)``.
  ///
  /// ```swift
  /// let numbers = AsyncStream { continuation in
  ///   [1, 2].forEach { continuation.yield($0) }
  ///   continuation.finish()
  /// }
  ///
  /// for await number in numbers.receiver(strategy: .cold).map({ $0 * 10 }).values { print(number) }
  /// // 10
  /// // 20
  /// ```
  ///
  /// - Parameter strategy: What a new listener hears of earlier elements. A negative limit stops the program.
  /// - Returns: A receiver that iterates in a task of its own.
  public func receiver(strategy: ReplayStrategy = .hot) -> Receiver<Element> {
    Receiver(self, strategy: strategy)
  }
}
