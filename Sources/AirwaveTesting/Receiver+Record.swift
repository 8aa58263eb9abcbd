public import Airwave

extension Receiver {
  /// Listens on behalf of a test: collects every value, those that are replayed first.
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
  /// It listens without isolation: when `broadcast` has returned, the values are there.
  ///
  /// - Parameters:
  ///   - allowingUnread: Whether the recorder may go away with values that nobody looked at. Otherwise the test fails, at the
  ///     line of this call.
  ///   - fileID: Where the recorder is made. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
  /// - Returns: What collects the values. It listens until it goes away.
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
