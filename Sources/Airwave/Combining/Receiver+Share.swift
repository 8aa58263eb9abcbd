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
      View(of: multicast) { [self] sink in
        multicast.attach(sink, to: self)
      } listenerCount: {
        multicast.listenerCount
      }
    )
  }

  /// Broadcasts every value on another pair.
  ///
  /// ```swift
  /// let (source, received) = Receiver<Int>.make()
  /// let (target, forwarded) = Receiver<String>.make()
  /// received.map { "number \($0)" }.forward(to: target)
  /// forwarded.listen { print($0) }
  ///
  /// source.broadcast(1)
  /// // number 1
  /// ```
  ///
  /// A chain of pairs uses stack: each broadcasts from inside the delivery of the one before it, and ends from inside its
  /// end. On 512 KB of stack, which threads other than the main thread have on Apple platforms, some 800 pairs can follow
  /// each other in optimized code, and some 250 in code that is not optimized.
  ///
  /// - Parameters:
  ///   - transmitter: Where to broadcast. It lives until the forwarding ends, and is not finished with this pair as long as
  ///     others hold it.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the forwarding.
  /// - Complexity: One broadcast for each value.
  @inlinable
  @discardableResult
  public func forward(
    to transmitter: Airwave.Transmitter<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    listen(to: { value in transmitter.broadcast(value) }, fileID: fileID, line: line)
  }
}
