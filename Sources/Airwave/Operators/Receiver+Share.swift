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
  /// listener makes a new connection, also from inside an `onFinish`. If this receiver cannot send any more, and has
  /// not finished, its connection and listeners are released with the shared receiver.
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
    sharing(Multicast<Value>(limit: strategy.limit, age: strategy.age))
  }

  /// Lets all listeners share one run of the operators before it, which stays for a while after the last listener.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let shared = receiver.handleEvents(onListen: { print("begun") }, onDispose: { print("ended") })
  ///   .share(strategy: .warm(upTo: 1), lingering: .seconds(5), clock: clock)
  ///
  /// let first = shared.listen { print("first \($0)") }
  /// transmitter.broadcast(1)
  /// first.dispose()
  /// transmitter.broadcast(2)
  /// let second = shared.listen { print("second \($0)") }
  /// second.dispose()
  ///
  /// clock.advance(by: .seconds(5))
  /// // begun
  /// // first 1
  /// // second 2
  /// // ended
  /// ```
  ///
  /// As ``share(strategy:)``, but the connection, with the values that it keeps, lives on after its last listener has
  /// left: a screen that is rotated or shown again soon finds it. A listener that joins before the interval has passed
  /// joins this connection, and the interval begins again when the last listener leaves again. After the interval a
  /// task ends the connection. It ends earlier if this receiver finishes. Until then this receiver has a listener, even
  /// if the shared receiver is released, unless this receiver cannot send any more.
  ///
  /// - Parameters:
  ///   - strategy: Which values since the connection was made a new listener hears. A negative limit stops the program.
  ///   - interval: How long the connection lives without a listener. With zero, it ends with its last listener. A
  ///     negative interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the same values. Its `listenerCount` is the number of listeners that share the
  ///   connection.
  /// - Complexity: As ``share(strategy:)``; keeps one alarm while the connection has no listener.
  public func share<C: Clock>(
    strategy: ReplayStrategy = .hot,
    lingering interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "lingering")
    let lingering = interval == .zero ? nil : LingerPolicy(for: interval, clock: clock)
    return sharing(Multicast(limit: strategy.limit, age: strategy.age, lingering: lingering))
  }

  @inlinable
  func sharing(_ multicast: Multicast<Value>) -> Receiver<Value> {
    Receiver(
      Derivation(of: multicast, named: nil) { [self] sink in
        multicast.attach(sink, to: self)
      } listenerCount: {
        multicast.listenerCount
      }
    )
  }
}
