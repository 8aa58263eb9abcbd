public import Airwave

extension Receiver {
  /// Listens for a test, and collects every value, beginning with the replayed values.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(1)
  /// let recorder = receiver.record()
  /// transmitter.broadcast(2)
  ///
  /// print(recorder.values)
  /// // [1, 2]
  /// ```
  ///
  /// The listener has no isolation: when `broadcast` has returned, the recorder has the value, unless another delivery
  /// is in progress on the pair.
  ///
  /// - Parameters:
  ///   - allowingUnread: Whether the recorder may be deinitialized with values, or an end, that the test did not read.
  ///     Otherwise the test fails, at the line of this call. An end because the last transmitter was released need not
  ///     be read.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A recorder, which listens until it is deinitialized.
  /// - Complexity: O(1) for each value, amortized; keeps all values.
  public func record(
    allowingUnread: Bool = false,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Recorder<Value> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return Recorder(self, allowsUnread: allowingUnread, site: site)
  }
}
