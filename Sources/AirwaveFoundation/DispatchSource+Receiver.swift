public import Airwave
public import Dispatch

extension DispatchSource {
  /// Makes a receiver of what a dispatch source reports: a timer, a file descriptor that can be read, and on Apple platforms
  /// a process that ends.
  ///
  /// ```swift
  /// import AirwaveFoundation
  /// import Dispatch
  ///
  /// let ticks = DispatchSource.receiver {
  ///   let timer = DispatchSource.makeTimerSource()
  ///   timer.schedule(deadline: .now(), repeating: .milliseconds(1))
  ///   return timer
  /// }
  /// for await _ in ticks.take(count: 2).values { print("tick") }
  /// // tick
  /// // tick
  /// ```
  ///
  /// There is a source while somebody listens, one for all listeners, and none otherwise: each time somebody begins to, a
  /// new one is made, and it is cancelled when nobody listens any more. Set its cancel handler if something has to be closed
  /// then. If you keep the source and cancel it yourself, the receiver finishes.
  ///
  /// - Parameter makeSource: Makes a source, which need not be activated. Its event handler is replaced.
  /// - Returns: A receiver, without replay, of the `data` of the source: how often a timer has fired since the last value,
  ///   how many bytes there are to read. It broadcasts on the queue of the source.
  /// - Complexity: O(1) for each event and listener; keeps nothing.
  public static func receiver(_ makeSource: @escaping @Sendable () -> any DispatchSourceProtocol) -> Receiver<UInt> {
    .create { transmitter in
      let source = makeSource()
      source.setEventHandler { transmitter.broadcast(source.data) }
      source.activate()
      // Dispatch lets any thread cancel a source.
      return Disposable(onAnyThread: source.cancel)
    }
  }
}
