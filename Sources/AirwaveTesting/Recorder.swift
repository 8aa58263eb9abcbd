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
/// A recorder that goes away with values that nobody looked at fails the test, at the line that made it. Keep it in the
/// test that uses it: a failure belongs to the test on whose task it comes about. On a task that does not descend from the
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
    let unread = allowsUnread ? [] : tape.recording.withLock { $0.readAll() }
    if unread.isEmpty { return }
    let message = """
      Expected all values to be read, but nobody looked at \(listed(unread)). Read them with 'next()' or 'values', check \
      with 'expectNoValues()', or record with 'record(allowingUnread: true)'.
      """
    fail(message, at: site)
  }

  /// All values so far, oldest first. Looking at them counts as having read them.
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
  /// Reads no value: those that nobody looked at still fail the test when the recorder goes away.
  ///
  /// - Parameters:
  ///   - limit: How long to wait at most, from the call on. A negative limit stops the program.
  ///   - clock: What measures the time.
  ///   - fileID: Where the end is expected. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
  /// - Throws: ``RecorderError`` when the time is up; `CancellationError` when the task is cancelled.
  public func finish(
    within limit: Duration = .seconds(10),
    clock: some Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    switch await tape.wait(for: .end, within: TimeLimit(limit, of: clock)) {
    case .values, .finished: break
    case .cancelled: throw CancellationError()
    case .timeIsUp:
      let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      throw RecorderError.end(within: limit, at: site)
    }
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
    fail("Expected no values, but got \(listed(unread)). If they are right, read them first, with 'next()'.", at: site)
  }

  private func read(
    _ count: Int,
    within limit: Duration,
    _ clock: some Clock<Duration>,
    _ site: CallSite
  ) async throws -> [Value] {
    switch await tape.wait(for: .values(count), within: TimeLimit(limit, of: clock)) {
    case .values(let values): return values
    case .finished(let values): throw RecorderError.values(count, beforeTheEnd: values, at: site)
    case .timeIsUp(let values): throw RecorderError.values(count, got: values, within: limit, at: site)
    case .cancelled: throw CancellationError()
    }
  }
}
