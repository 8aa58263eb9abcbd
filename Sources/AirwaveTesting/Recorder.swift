internal import Airwave

/// Collects what a listener hears, for a test to look at. `receiver.record()` makes it.
///
/// ```swift
/// import AirwaveTesting
///
/// let (transmitter, receiver) = Receiver<Int>.make()
/// let recorder = receiver.map { $0 * 10 }.record()
///
/// Task { [1, 2, 3].forEach(transmitter.broadcast) }
/// print(try await recorder.next())
/// print(try await recorder.next(2, within: .seconds(5)))
/// // 10
/// // [20, 30]
/// recorder.expectNoValues()
/// ```
///
/// Waiting ends with the value, not with a time: a limit only tells how long a test may wait before it fails. Each value
/// is read once by ``next(within:clock:fileID:filePath:line:column:)``; ``values`` shows all so far.
///
/// A check that fails attaches a picture of all values to the test, as ``Marbles`` draws it.
///
/// A recorder that is deinitialized with values, or an end, that the test did not look at fails the test, at the line that made
/// it. Keep it in the test that uses it: a failure belongs to the test on whose task it comes about. On a task that does not descend from the
/// test, Swift Testing counts it for the run as a whole. In a program without tests it is printed on standard error.
public final class Recorder<Value: Sendable>: Sendable {
  // The listener holds this, not the recorder, so that the recorder goes away with the test.
  private let tape: Tape<Value>
  private let listening: Disposable
  private let allowsUnread: Bool
  private let site: CallSite

  init(_ receiver: Receiver<Value>, allowsUnread: Bool, site: CallSite) {
    let tape = Tape<Value>()
    self.tape = tape
    self.allowsUnread = allowsUnread
    self.site = site
    listening = receiver.listen(
      to: { value in tape.change { $0.append(value) } },
      onFinish: { tape.change { $0.finish() } },
      fileID: site.fileID,
      line: site.line
    )
  }

  deinit {
    listening.dispose()
    if allowsUnread { return }
    let (unread, isEndUnread) = tape.recording.withLock { ($0.readAll(), $0.readEnd()) }
    if !unread.isEmpty {
      let message = """
        Expected all values to be read, but the test did not look at \(listed(unread)). Read them with 'next()' or \
        'values', check with 'expectNoValues()', or record with 'record(allowingUnread: true)'.
        """
      tape.fail(message, at: site)
    } else if isEndUnread {
      let message = """
        Expected the end to be looked at, but the test did not: the receiver has finished. Wait for it with 'finish()', \
        check before it with 'expectNotFinished()', keep the transmitter, or record with 'record(allowingUnread: true)'.
        """
      tape.fail(message, at: site)
    }
  }

  /// All values so far, oldest first. Looking at them counts as having read them, and the end if it has come.
  ///
  /// - Complexity: O(1).
  public var values: [Value] {
    tape.recording.withLock { $0.look() }
  }

  /// The oldest value that was not read yet; waits for it if need be.
  ///
  /// - Parameters:
  ///   - limit: How long to wait at most, from the call on. A negative limit stops the program.
  ///   - clock: What measures the time.
  ///   - fileID: Where the value is expected. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
  /// - Returns: The value, which counts as read.
  /// - Throws: ``RecorderError`` when the time is up, and at once when no value can come any more; `CancellationError` when
  ///   the task is cancelled.
  public func next(
    within limit: Duration = .seconds(10),
    clock: some Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws -> Value {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await read(1, within: limit, clock, site)[0]
  }

  /// The oldest values that were not read yet; waits until there are enough.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.record()
  /// transmitter.broadcast(7)
  /// do {
  ///   _ = try await recorder.next(2, within: .milliseconds(1))
  /// } catch let error as RecorderError {
  ///   for sentence in error.description.split(separator: ". ").prefix(1) { print(sentence) }
  /// }
  /// // Expected 2 values within 0.001 seconds, but got 1 value: [7]
  /// ```
  ///
  /// - Parameters:
  ///   - count: How many. A negative count stops the program.
  ///   - limit: How long to wait at most, from the call on. A negative limit stops the program.
  ///   - clock: What measures the time.
  ///   - fileID: Where the values are expected. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
  /// - Returns: The values, which count as read.
  /// - Throws: ``RecorderError`` when the time is up, and at once when too few can come. Its description shows the values
  ///   that did come, which count as read. `CancellationError` when the task is cancelled; then nothing is read.
  /// - Complexity: O(`count`).
  public func next(
    _ count: Int,
    within limit: Duration = .seconds(10),
    clock: some Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws -> [Value] {
    if count < 0 { fatalError("AirwaveTesting: 'count' must not be negative, but is \(count)") }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await read(count, within: limit, clock, site)
  }

  /// Waits until the end: the pair is finished, or an operator such as `take` is done.
  ///
  /// Fails the test if there are values that it did not look at, which count as read then. It goes on all the same.
  ///
  /// - Parameters:
  ///   - allowingUnread: Whether there may be such values, which stay unread then. They may, too, if the recorder was made so.
  ///   - limit: How long to wait at most, from the call on. A negative limit stops the program.
  ///   - clock: What measures the time.
  ///   - fileID: Where the end is expected. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
  /// - Throws: ``RecorderError`` when the time is up; `CancellationError` when the task is cancelled.
  public func finish(
    allowingUnread: Bool = false,
    within limit: Duration = .seconds(10),
    clock: some Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    switch await tape.wait(for: .end, within: TimeLimit(limit, of: clock)) {
    case .values, .finished: break
    case .cancelled: throw CancellationError()
    case .timeIsUp:
      tape.show(at: site)
      throw RecorderError.end(within: limit, at: site)
    }
    let unread = allowingUnread || allowsUnread ? [] : tape.recording.withLock { $0.readAll() }
    if unread.isEmpty { return }
    let message = """
      Expected the end behind the values that were read, but got \(listed(unread)) before it. Read them first, with \
      'next()', or allow them with 'finish(allowingUnread: true)'.
      """
    tape.fail(message, at: site)
  }

  /// Fails the test if the end has come: the pair is finished, or an operator such as `take` is done.
  ///
  /// It looks at what has come, and does not wait for what may come. The end counts as looked at then.
  ///
  /// - Parameters:
  ///   - fileID: Where no end is expected. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
  public func expectNotFinished(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let isFinished = tape.recording.withLock { recording in
      _ = recording.readEnd()
      return recording.isFinished
    }
    guard isFinished else { return }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    tape.fail(
      "Expected no end yet, but the receiver has finished. Keep the transmitter for as long as values are to come.",
      at: site
    )
  }

  /// Fails the test if there are values that nobody looked at. They count as read then.
  ///
  /// It looks at what has come, and does not wait for what may come.
  ///
  /// - Parameters:
  ///   - fileID: Where no values are expected. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
  public func expectNoValues(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let unread = tape.recording.withLock { $0.readAll() }
    if unread.isEmpty { return }
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    tape.fail(
      "Expected no values, but got \(listed(unread)). If they are right, read them first, with 'next()'.",
      at: site
    )
  }

  private func read(
    _ count: Int,
    within limit: Duration,
    _ clock: some Clock<Duration>,
    _ site: CallSite
  ) async throws -> [Value] {
    switch await tape.wait(for: .values(count), within: TimeLimit(limit, of: clock)) {
    case .values(let values): return values
    case .finished(let values):
      tape.show(at: site)
      throw RecorderError.values(count, beforeTheEnd: values, at: site)
    case .timeIsUp(let values):
      tape.show(at: site)
      throw RecorderError.values(count, got: values, within: limit, at: site)
    case .cancelled: throw CancellationError()
    }
  }
}
