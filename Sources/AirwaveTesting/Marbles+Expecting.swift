extension Marbles {
  /// Fails the test if the text of the diagram differs from the expected text. Then it also prints the text, and
  /// attaches the picture to the test.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let marbles = Marbles(clock: clock)
  /// marbles.record(receiver.map { $0 + $0 }, "twice")
  ///
  /// clock.advance(by: .seconds(1))
  /// transmitter.broadcast("ab")
  /// marbles.expect("""
  ///   twice -a
  ///   a = abab
  ///   """)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The expected ``description``.
  ///   - fileID: The file of the call. Omit this argument.
  ///   - filePath: The path of that file. Omit this argument.
  ///   - line: The line of the call. Omit this argument.
  ///   - column: The column of the call. Omit this argument.
  public func expect(
    _ text: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let diagram = diagram
    if diagram.text == text { return }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    show(diagram, at: site)
    fail("Expected the first picture, but got the second:\n\(text)\n\n\(diagram.text)", at: site)
  }
}
