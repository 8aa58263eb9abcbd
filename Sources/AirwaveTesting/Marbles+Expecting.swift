extension Marbles {
  /// Fails the test if the text of the picture is not the expected one. Then the picture is attached to the test, and printed.
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
  ///   - text: What ``description`` is to be.
  ///   - fileID: Where it is expected. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
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
