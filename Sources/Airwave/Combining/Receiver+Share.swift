extension Receiver {
  /// Lets all listeners share one run of the operators before it.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let shared = receiver.handleEvents(onValue: { print("worked on \($0)") }).share(strategy: .warm(upTo: 1))
  /// shared.listen { print("first \($0)") }
  ///
  /// transmitter.broadcast(1)
  /// shared.listen { print("second \($0)") }
  /// // worked on 1
  /// // first 1
  /// // second 1
  /// ```
  ///
  /// The first listener makes a connection: one listener of this receiver, for all that share it. The connection is made
  /// when that `listen` returns; a listener that joins earlier, on another thread, may miss a value that is broadcast
  /// before then. It is released, with what it kept, when its last listener leaves, and when this receiver finishes. The
  /// next listener makes a new connection, also from inside an `onFinish`.
  ///
  /// ``Airwave/Transmitter/removeAllListeners()`` removes the connection with all its listeners. From inside a delivery that
  /// happens behind the present value, and includes those that join the connection after the call.
  ///
  /// - Parameter strategy: What a new listener hears of the values that came since the connection was made. A negative
  ///   limit stops the program.
  /// - Returns: A receiver of the same values. Its `listenerCount` counts those who share.
  /// - Complexity: The operators before it run once for each value; O(1) for each value and listener. Keeps what the
  ///   strategy says.
  @inlinable
  public func share(strategy: ReplayStrategy = .hot) -> Receiver<Value> {
    if let age = strategy.age { return age.share(self, limit: strategy.limit) }
    let multicast = Multicast<Value>(limit: strategy.limit)
    return Receiver(
      Derivation(of: multicast) { [self] sink in
        multicast.attach(sink, to: self)
      } listenerCount: {
        multicast.listenerCount
      }
    )
  }
}
