internal import Airwave

extension ManualClock {
  /// Waits until at least a given number of tasks sleep, so that moving the clock wakes them.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.record()
  /// Task {
  ///   for number in 1...2 {
  ///     try await clock.sleep(for: .seconds(10))
  ///     transmitter.broadcast(number)
  ///   }
  /// }
  ///
  /// for _ in 1...2 {
  ///   await clock.waitForSleepers()
  ///   clock.advance(by: .seconds(10))
  ///   print(try await recorder.next(), "at", clock.now)
  /// }
  /// // 1 at 10.0 seconds
  /// // 2 at 20.0 seconds
  /// ```
  ///
  /// Operators do not count: they wait for the clock as soon as there is something to wait for.
  ///
  /// If the time limit passes first, this fails the test and returns. It returns early if the waiting task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of tasks. With zero the call returns at once. A negative count stops the program.
  ///   - limit: The maximal time to wait, in real time, from the call on. A negative limit stops the program.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func waitForSleepers(
    _ count: Int = 1,
    within limit: Duration = .seconds(10),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    if count < 0 { fatalError("AirwaveTesting: 'count' must not be negative, but is \(count)") }
    let timeLimit = TimeLimit(limit, of: ContinuousClock())
    let number = sleepers.withLock { $0.nextNumber() }
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    let missed = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let onlooker = Onlooker(number: number, count: count, continuation: continuation)
        act { $0.add(onlooker, isCancelled: Task.isCancelled) }
        // Started after the onlooker was added: the alarm finds the onlooker if it still waits, and does nothing
        // otherwise.
        alarm = timeLimit.alarm { self.act { $0.timeIsUp(number) } }
      }
    } onCancel: {
      act { $0.cancel(number) }
    }
    guard let missed else { return }
    let message = """
      Expected \(count == 1 ? "1 task" : "\(count) tasks") to sleep within \(limit), but \(missed) did. Pass this clock to \
      the code that is to sleep, and let that code begin before. An operator does not sleep: it sets an alarm, which \
      needs no waiting.
      """
    fail(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
