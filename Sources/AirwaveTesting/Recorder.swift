internal import Airwave

/// Collects the values that a listener hears, so that a test can check them. `receiver.record()` makes it.
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
/// A call that waits returns as soon as the value is there. The time limit is only the time after which the test fails.
/// ``next(within:clock:fileID:filePath:line:column:)`` reads each value once, and ``values`` reads all values so far.
///
/// A check that fails attaches a picture of the newest 100 values to the test, as ``Marbles`` draws it.
///
/// If a recorder is deinitialized with values, or an end, that the test did not read, the test fails at the line that
/// made the recorder. An end counts only if `finish()` or an operator such as `take` made it. If the last transmitter,
/// or the variable, was merely released before the recorder, its end need not be read. Keep the recorder in the test
/// that uses it: a failure is recorded for the test on whose task it happens. On a task that does not descend from a
/// test, Swift Testing records the failure for the run as a whole. In a program without tests the failure is printed on
/// standard error.
public final class Recorder<Value: Sendable>: Sendable {
  // The listener holds the tape and not the recorder, so that the recorder is deinitialized at the end of the test.
  let tape: Tape<Value>
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
    let (unread, isEndUnread) = tape.content.withLock { ($0.readAll(), $0.readEnd()) }
    if !unread.isEmpty {
      let message = """
        Expected all values to be read, but the test did not look at \(listed(unread)). Read them with 'next()' or \
        'values', check with 'expectNoValues()', or record with 'record(allowingUnread: true)'.
        """
      tape.fail(message, at: site)
    } else if isEndUnread, !listening.isAbandoned {
      let message = """
        Expected the end to be looked at, but the test did not: the receiver has finished. Wait for it with 'finish()', \
        check before it with 'expectNotFinished()', or record with 'record(allowingUnread: true)'.
        """
      tape.fail(message, at: site)
    }
  }

  /// All values so far, oldest first. They count as read, and so does the end if the receiver has finished.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.record()
  /// [1, 2].forEach(transmitter.broadcast)
  /// print(recorder.values)
  /// // [1, 2]
  /// ```
  ///
  /// - Complexity: O(1).
  public var values: [Value] {
    tape.content.withLock { $0.look() }
  }

  /// Returns the oldest unread value, and waits for it if there is none yet.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.record()
  /// Task { transmitter.broadcast(1) }
  /// print(try await recorder.next())
  /// // 1
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The maximal time to wait, from the call on. A negative limit stops the program.
  ///   - clock: The clock that measures the time limit.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The value, which counts as read.
  /// - Throws: ``RecorderError`` when the time limit has passed, and at once if the receiver has finished without
  ///   another value. `CancellationError` when the task is cancelled.
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

  /// Returns the oldest unread values, and waits until there are enough.
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
  ///   - count: The number of values. A negative count stops the program.
  ///   - limit: The maximal time to wait, from the call on. A negative limit stops the program.
  ///   - clock: The clock that measures the time limit.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The values, which count as read.
  /// - Throws: ``RecorderError`` when the time limit has passed, and at once if the receiver has finished with too few
  ///   values. Its description shows the values that did come, which count as read. `CancellationError` when the task
  ///   is cancelled; then no value is read.
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

  /// Waits for the end: until the pair is finished, or an operator such as `take` is done.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.take(count: 1).record()
  /// Task { transmitter.broadcast(1) }
  /// print(try await recorder.next())
  /// try await recorder.finish()
  /// print("the end")
  /// // 1
  /// // the end
  /// ```
  ///
  /// If there are unread values then, this fails the test and returns, and the values count as read.
  ///
  /// - Parameters:
  ///   - allowingUnread: Whether unread values are allowed. Then they stay unread. They are allowed in any case if the
  ///     recorder was made with `record(allowingUnread: true)`.
  ///   - limit: The maximal time to wait, from the call on. A negative limit stops the program.
  ///   - clock: The clock that measures the time limit.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: ``RecorderError`` when the time limit has passed. `CancellationError` when the task is cancelled.
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
    let unread = allowingUnread || allowsUnread ? [] : tape.content.withLock { $0.readAll() }
    if unread.isEmpty { return }
    let message = """
      Expected the end behind the values that were read, but got \(listed(unread)) before it. Read them first, with \
      'next()', or allow them with 'finish(allowingUnread: true)'.
      """
    tape.fail(message, at: site)
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
