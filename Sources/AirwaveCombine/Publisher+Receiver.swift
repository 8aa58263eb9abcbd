#if canImport(Combine) || OpenCombine
public import Airwave

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Publisher where Output: Sendable, Failure == Never {
  /// Makes a receiver of the values of a publisher.
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
  /// This function subscribes at once, with unlimited demand. The receiver, the receivers derived from it, and all
  /// their listeners share the subscription. It is cancelled when the receivers are released and the listeners have
  /// ended. If the publisher never completes, a listener keeps the subscription until the listener is disposed of. When
  /// the publisher completes, the pair is finished.
  ///
  /// A publisher that can fail has no receiver. Handle its errors first, with `replaceError(with:)` or `catch`.
  ///
  /// - Parameter strategy: The earlier values that a new listener hears. Values that are published during the call of
  ///   this function can be heard through the replay only. A negative limit stops the program.
  /// - Returns: A receiver of the values, which are broadcast where they are published.
  /// - Complexity: O(1) for each value and listener. Keeps the replayed values.
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
