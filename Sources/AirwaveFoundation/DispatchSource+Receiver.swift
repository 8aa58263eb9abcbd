public import Airwave
public import Dispatch

extension DispatchSource {
  /// Makes a receiver of the events of a dispatch source, such as a timer, a readable file descriptor or, on Apple
  /// platforms, the end of a process.
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
  /// All listeners share a source. It is made when the first listener joins, and cancelled when the last listener has
  /// left. The next listener makes a new source. To close a resource of the source, set its cancel handler. If you keep
  /// the source and cancel it yourself, the receiver finishes. A source that is suspended when the last listener leaves
  /// stays, and its cancel handler waits, until you call `resume()`.
  ///
  /// A source of a readable file descriptor sends without a pause, tens of thousands of times a second, until the bytes
  /// are read. Read them in an operator, or in a listener without isolation. When the other end is closed, it sends 0
  /// once, and does not finish. On Linux, bytes may be left then: read until `read` returns 0. The overview of
  /// AirwaveFoundation has a program.
  ///
  /// - Parameters:
  ///   - fileID: The file that the inspector shows for the source. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the source.
  ///   - makeSource: Makes a source, which need not be activated. Its event handler is replaced.
  /// - Returns: A receiver, without replay, of the `data` of the source: for a timer, how often it has fired since the
  ///   last value; for a file descriptor, how many bytes can be read. It broadcasts on the queue of the source.
  /// - Complexity: O(1) for each event and listener; keeps nothing.
  public static func receiver(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ makeSource: @escaping @Sendable () -> any DispatchSourceProtocol
  ) -> Receiver<UInt> {
    .create(fileID: fileID, line: line) { transmitter in
      let source = makeSource()
      source.setEventHandler { transmitter.broadcast(source.data) }
      source.activate()
      // Dispatch lets any thread cancel a source.
      return Disposable(onAnyThread: source.cancel)
    }
  }
}
