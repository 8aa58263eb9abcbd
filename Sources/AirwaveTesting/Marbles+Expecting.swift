internal import Airwave

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
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
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

  /// Waits until the text of the diagram is the expected text. Fails the test as
  /// ``expect(_:fileID:filePath:line:column:)`` does, if it is not before the time limit has passed.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let marbles = Marbles(clock: clock)
  /// marbles.record(receiver.asyncMap { $0 + 1 }, "sums")
  ///
  /// transmitter.broadcast(1)
  /// await marbles.expect("sums 2", within: .seconds(10))
  /// ```
  ///
  /// It is for values that come from tasks, actors or queues. What Airwave's operators send when a ``ManualClock`` is
  /// moved is there when the clock has been moved. The texts are compared now, and after each new receiver, value and
  /// end, if the numbers of their marks are equal. If the text has the sign `…`, which stands for any number of values,
  /// they are compared once in ten milliseconds while values come.
  ///
  /// - Parameters:
  ///   - text: The expected ``description``.
  ///   - limit: The maximal time to wait, in real time, from the call on. A negative limit stops the program. The call
  ///     returns early if its task is cancelled.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func expect(
    _ text: String,
    within limit: Duration,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let timeLimit = TimeLimit(limit, of: ContinuousClock())
    // The first value decides: whether the text was as expected, or the time was up.
    let (deciding, decision) = Receiver<Bool>.make(strategy: .cold)
    // The diagram is drawn only if it has as many marks as the text, so that many values do not draw it again and
    // again. A text with the sign `…` does not tell its number of marks.
    let isShortened = text.contains("…")
    let expected = ExpectedMarks(of: text)
    let compare = { @Sendable [weak self] in
      guard let self, isShortened || expected.count(in: self) == markCount, diagram.text == text else { return }
      deciding.broadcast(true)
    }
    let bag = DisposeBag()
    if isShortened {
      // One comparison for all changes that come during another, and in a pause after it. So the comparisons take a
      // part of the time, and not the square of the number of values.
      let changes = changes.values(buffering: .newest(1))
      let comparing = Task {
        for await _ in changes {
          compare()
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      Disposable { comparing.cancel() }.disposed(by: bag)
    } else {
      changes.listen(to: compare).disposed(by: bag)
    }
    let alarm = timeLimit.alarm { deciding.broadcast(false) }
    defer {
      bag.dispose()
      alarm.cancel()
    }
    compare()
    let isExpected = await decision.first()
    if isExpected == false { expect(text, fileID: fileID, filePath: filePath, line: line, column: column) }
  }
}

/// The number of values and ends that a text shows.
private final class ExpectedMarks: Sendable {
  private let lines: [Substring]
  /// The number, and the number of rows for which it was counted. A row may be added at any time.
  private let counted = Lock<(rowCount: Int, count: Int?)?>(nil)

  init(of text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Counts the marks, if the text has the rows that are recorded. Nil if it has fewer rows.
  func count(in marbles: Marbles) -> Int? {
    counted.withLock { counted in
      if let counted, counted.rowCount == marbles.rowCount { return counted.count }
      let names = marbles.names
      let rows = zip(lines, names).map { line, name in line.dropFirst(name.count).count { !"-()[]' ".contains($0) } }
      let count = rows.count < names.count ? nil : rows.reduce(0, +)
      counted = (names.count, count)
      return count
    }
  }
}
