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
  /// The first listener makes a connection, which adds one listener to this receiver for all listeners that share it.
  /// The connection is complete when the first listener's call of `listen` returns. A listener that joins before that,
  /// on another thread, may miss a value that is broadcast before the connection is complete. The connection, and the
  /// values that it keeps, are released when its last listener leaves, and when this receiver finishes. The next
  /// listener makes a new connection, also from inside an `onFinish`.
  ///
  /// ``Airwave/Transmitter/removeAllListeners()`` removes the connection with all its listeners. If it is called inside
  /// a delivery, this happens after the present value, and includes listeners that join the connection after the call.
  ///
  /// - Parameter strategy: Which values since the connection was made a new listener hears. A negative limit stops the
  ///   program.
  /// - Returns: A receiver of the same values. Its `listenerCount` is the number of listeners that share the
  ///   connection.
  /// - Complexity: The operators before it run once for each value; O(1) for each value and listener. Keeps what the
  ///   strategy says.
  @inlinable
  public func share(strategy: ReplayStrategy = .hot) -> Receiver<Value> {
    if let age = strategy.age { return age.share(self, limit: strategy.limit) }
    let multicast = Multicast<Value>(limit: strategy.limit)
    return Receiver(
      Derivation(of: multicast, behind: length) { [self] sink in
        multicast.attach(sink, to: self)
      } listenerCount: {
        multicast.listenerCount
      }
    )
  }
}
