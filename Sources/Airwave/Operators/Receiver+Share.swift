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
  /// While the shared receiver has listeners, it listens to this receiver once, for all of them. When its last listener
  /// leaves, or when this receiver finishes, it stops listening and releases the values that it keeps. The next
  /// listener begins anew, also one that joins from inside an `onFinish`.
  ///
  /// Sharing begins inside the first listener's call of `listen`. A listener that joins on another thread before that
  /// call returns may miss a value that is broadcast before it returns.
  ///
  /// After a receiver that can send no further value and does not finish, such as ``never``, everything is released
  /// with the shared receiver.
  ///
  /// ``Airwave/Transmitter/removeAllListeners()`` removes all listeners of the shared receiver, too. If it is called
  /// inside a delivery, this happens after the present value, and includes listeners that join the shared receiver
  /// after the call.
  ///
  /// - Parameter strategy: Which of the values since sharing began a new listener hears. A negative limit stops the
  ///   program.
  /// - Returns: A receiver of the same values. Its `listenerCount` is the number of its own listeners.
  /// - Complexity: The operators before it run once for each value; O(1) for each value and listener. Keeps what the
  ///   strategy says.
  @inlinable
  public func share(strategy: ReplayStrategy = .hot) -> Receiver<Value> {
    sharing(Multicast<Value>(strategy))
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
  /// As ``share(strategy:)``, but sharing goes on for an interval after the last listener has left. A screen that is
  /// rotated, or shown again soon, then hears the values that were kept. If a listener joins before the interval has
  /// passed, the interval begins again when the last listener leaves again. When the interval has passed, a task ends
  /// the sharing. It ends earlier if this receiver finishes.
  ///
  /// Until then the shared receiver listens to this receiver, even if the shared receiver is released, unless this
  /// receiver can send no further value.
  ///
  /// - Parameters:
  ///   - strategy: Which of the values since sharing began a new listener hears. A negative limit stops the program.
  ///   - interval: How long sharing goes on without a listener. With zero, it ends with the last listener. A negative
  ///     interval stops the program.
  ///   - clock: The clock that measures the interval.
  /// - Returns: A receiver of the same values. Its `listenerCount` is the number of its own listeners.
  /// - Complexity: As ``share(strategy:)``; uses one timer while there is no listener.
  public func share<C: Clock>(
    strategy: ReplayStrategy = .hot,
    lingering interval: Duration,
    clock: C = ContinuousClock()
  ) -> Receiver<Value> where C.Duration == Duration {
    let interval = checked(interval, "lingering")
    let lingering = interval == .zero ? nil : LingerPolicy(for: interval, clock: clock)
    return sharing(Multicast(strategy, lingering: lingering))
  }

  @inlinable func sharing(_ multicast: Multicast<Value>) -> Receiver<Value> {
    Receiver(
      Derivation(of: multicast, named: nil) { [self] sink in
        multicast.attach(sink, to: self)
      } listenerCount: {
        multicast.listenerCount
      }
    )
  }
}
