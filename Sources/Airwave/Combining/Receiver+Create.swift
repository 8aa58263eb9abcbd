extension Receiver {
  /// Makes a receiver of a source of your own, which begins with the first listener and ends after the last.
  ///
  /// ```swift
  /// final class Sensor: Sendable {
  ///   let report: @Sendable (Int) -> Void
  ///   init(report: @escaping @Sendable (Int) -> Void) { self.report = report }
  ///   func measure() { report(20) }
  ///   func stop() { print("stopped") }
  /// }
  ///
  /// let degrees = Receiver<Int>.create { transmitter in
  ///   let sensor = Sensor { transmitter.broadcast($0) }
  ///   sensor.measure()
  ///   return Disposable { sensor.stop() }
  /// }
  ///
  /// let listening = degrees.listen { print($0) }
  /// listening.dispose()
  /// // 20
  /// // stopped
  /// ```
  ///
  /// The closure connects: it is called when the first listener joins, and what it returns is disposed of when the last one
  /// has left, or when the source has finished. The listener after that connects anew. What the closure broadcasts before it
  /// returns reaches the first listener.
  ///
  /// Keep the transmitter for as long as values may come, as a closure that broadcasts does: when it is released, or finished,
  /// the connection is finished and its listeners are told the end. The closure runs where the first listener joins, and
  /// inside that call of `listen`.
  ///
  /// - Parameters:
  ///   - strategy: What a listener that joins later hears of the values that came since the connection was made. A negative
  ///     limit stops the program.
  ///   - connect: Begins to broadcast. It is given a transmitter, and returns what ends the source.
  /// - Returns: A receiver of the values. Its `listenerCount` counts those who share the connection.
  /// - Complexity: One call for each connection; O(1) for each value and listener. Keeps what the strategy says.
  @inlinable
  public static func create(
    strategy: ReplayStrategy = .hot,
    _ connect: @escaping @Sendable (Airwave.Transmitter<Value>) -> Disposable
  ) -> Receiver<Value> {
    let source = Receiver(
      Derivation { sink in
        // Without a connection there is nothing to replay. A listener that has ended needs no connection.
        if sink.disposable.isPeek || !sink.isOpen { return }
        let (transmitter, receiver) = Receiver.make()
        let listening = Disposable()
        let connection = Disposable()
        sink.disposable.whenEnded {
          listening.dispose()
          connection.dispose()
        }
        let end = { (ending: Ending) in
          if ending == .finished { sink.finish() } else { sink.remove() }
        }
        // It listens before the source begins, so that nothing is missed.
        receiver.attach(Sink(receive: sink.receive, onEnd: end, disposable: listening))
        // If everything has ended meanwhile, the source is told now.
        connection.whenEnded(connect(transmitter).dispose)
      } listenerCount: {
        0
      }
    )
    return source.share(strategy: strategy)
  }
}

extension Disposable {
  /// Says what to do when it ends: now, if it has ended already. Called once at most.
  @usableFromInline
  func whenEnded(_ action: @escaping () -> Void) {
    attach(to: DisposalAction(action))
  }
}
