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
  /// A task begins to iterate when the first listener has joined, so that this listener misses no element. Reading what is
  /// replayed begins nothing. A sequence cannot be iterated from its beginning twice: the task goes on when that listener
  /// has left, and is cancelled when the receiver, those derived from it, and all their listeners are gone. A listener that
  /// joins later hears what the strategy replays, and what comes then.
  ///
  /// When the sequence ends, or throws, the pair is finished; an error is not delivered, so handle it in the sequence if it
  /// matters. The task inherits neither priority nor task-local values.
  ///
  /// - Parameters:
  ///   - sequence: What to iterate.
  ///   - strategy: What a listener that joins later hears of earlier elements. A negative limit stops the program.
  /// - Complexity: O(1) for each element and listener. Keeps what the strategy says, and one task.
  public convenience init<Source: AsyncSequence & Sendable & SendableMetatype>(
    _ sequence: Source,
    strategy: ReplayStrategy = .hot
  ) where Source.Element == Value {
    let (transmitter, receiver) = Receiver.make(strategy: strategy)
    let iteration = Disposable()
    let start = Start {
      // The task holds the transmitter: when it ends, so does the pair.
      let task = Task.detached {
        do { for try await element in sequence { transmitter.broadcast(element) } } catch {}
      }
      iteration.whenEnded { task.cancel() }
    }
    let held = receiver.holding(iteration)
    self.init(
      Derivation(of: held.source) { sink in
        let isPeek = sink.disposable.isPeek
        held.attach(sink)
        if !isPeek { start() }
      } listenerCount: {
        held.listenerCount
      }
    )
  }
}

/// Does something the first time it is called, and releases what it needs for that.
private final class Start: Sendable {
  private let action: Lock<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = Lock(action)
  }

  func callAsFunction() {
    let action = action.withLock { exchange(&$0, with: nil) }
    action?()
  }
}

extension AsyncSequence where Self: Sendable & SendableMetatype, Element: Sendable {
  /// A receiver of the elements, which begins to iterate with its first listener. See ``Airwave/Receiver/init(_:strategy:)``.
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
  /// - Parameter strategy: What a listener that joins later hears of earlier elements. A negative limit stops the program.
  /// - Returns: A receiver that iterates in a task of its own.
  public func receiver(strategy: ReplayStrategy = .hot) -> Receiver<Element> {
    Receiver(self, strategy: strategy)
  }
}
