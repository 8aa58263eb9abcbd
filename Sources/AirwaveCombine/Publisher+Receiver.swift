#if canImport(Combine) || OpenCombine
public import Airwave

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Publisher where Output: Sendable, Failure == Never {
  /// Makes a receiver of what a publisher publishes.
  ///
  /// ```swift
  /// import AirwaveCombine
  /// import OpenCombine  // Combine, where there is one
  ///
  /// let subject = PassthroughSubject<Int, Never>()
  /// let receiver = subject.receiver(strategy: .warm(upTo: 1))
  ///
  /// subject.send(1)
  /// receiver.listen { print($0) } onFinish: { print("the end") }
  /// subject.send(2)
  /// subject.send(completion: .finished)
  /// // 1
  /// // 2
  /// // the end
  /// ```
  ///
  /// It subscribes now, with unlimited demand. The receiver, those derived from it, and all their listeners own the
  /// subscription together: it is cancelled when the last of them is gone, or has ended. When the publisher completes, the
  /// pair is finished. A publisher that never completes is kept with its listeners until they are disposed of.
  ///
  /// A publisher that can fail has no receiver: say first what an error means, with `replaceError(with:)` or `catch`.
  ///
  /// - Parameter strategy: What a new listener hears of earlier values. Those that are published while it subscribes are
  ///   heard in no other way. A negative limit stops the program.
  /// - Returns: A receiver of the values, which are broadcast where they are published.
  /// - Complexity: O(1) for each value and listener. Keeps what the strategy says.
  public func receiver(strategy: ReplayStrategy = .hot) -> Receiver<Output> {
    let (transmitter, receiver) = Receiver<Output>.make(strategy: strategy)
    let subscription = sink { _ in
      transmitter.finish()
    } receiveValue: { value in
      transmitter.broadcast(value)
    }
    // Combine requires of every subscription that cancelling it is safe on any thread.
    return receiver.holding(Disposable(onAnyThread: subscription.cancel))
  }
}
#endif
