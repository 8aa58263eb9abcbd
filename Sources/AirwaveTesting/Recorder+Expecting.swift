internal import Airwave

extension Recorder {
  /// Fails the test if the receiver has finished: the pair is finished, or an operator such as `take` is done.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.take(count: 2).record()
  /// transmitter.broadcast(1)
  /// recorder.expectNotFinished()
  /// transmitter.broadcast(2)
  /// print(recorder.values)
  /// // [1, 2]
  /// ```
  ///
  /// Checks the present state, and does not wait. The end counts as read.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func expectNotFinished(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let isFinished = tape.content.withLock { content in
      _ = content.readEnd()
      return content.isFinished
    }
    guard isFinished else { return }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    tape.fail(
      "Expected no end yet, but the receiver has finished. Keep the transmitter for as long as values are to come.",
      at: site
    )
  }

  /// Fails the test if there are unread values. They count as read then.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.filter { $0 > 1 }.record()
  /// transmitter.broadcast(1)
  /// recorder.expectNoValues()
  /// print("nothing was heard")
  /// // nothing was heard
  /// ```
  ///
  /// Checks the present state, and does not wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func expectNoValues(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let unread = tape.content.withLock { $0.readAll() }
    if unread.isEmpty { return }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    tape.fail(
      "Expected no values, but got \(listed(unread)). If they are right, read them first, with 'next()'.",
      at: site
    )
  }
}
