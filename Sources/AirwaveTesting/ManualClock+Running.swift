internal import Airwave

extension ManualClock {
  /// Moves the clock from deadline to deadline, until nothing sleeps on it and no alarm is set.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.delay(for: .seconds(1), clock: clock).listen { print("heard \($0) at \(clock.now)") }
  /// Task {
  ///   for number in 1...2 {
  ///     try await clock.sleep(for: .seconds(10))
  ///     transmitter.broadcast(number)
  ///   }
  /// }
  /// await clock.run()
  /// // heard 1 at 11.0 seconds
  /// // heard 2 at 21.0 seconds
  /// ```
  ///
  /// Before each move it lets the tasks run that are ready, until none of them has begun to sleep for a while. So a
  /// task that sleeps several times is followed to its end, if what it does in between is short and does not wait for
  /// anything outside of the test. A task that waits for a server, or that calculates for long, may not sleep yet when
  /// this returns: then use ``waitForSleepers(_:within:fileID:filePath:line:column:)``, and move the clock. What only
  /// Airwave's operators wait for needs no `run()`, because ``advance(by:)`` does it all.
  ///
  /// A timer with a listener never ends. If something still sleeps when the time limit has passed, this fails the test
  /// and returns. It returns early if the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - limit: The maximal time to go on, in real time, from the call on. A negative limit stops the program.
  ///   - fileID: The file of the call. Omit this argument.
  ///   - filePath: The path of that file. Omit this argument.
  ///   - line: The line of the call. Omit this argument.
  ///   - column: The column of the call. Omit this argument.
  public func run(
    within limit: Duration = .seconds(10),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now.advanced(by: checked(limit, "within", of: "AirwaveTesting"))
    while true {
      await letTasksRun { ContinuousClock.now >= end }
      guard !Task.isCancelled, let next = sleepers.withLock({ $0.nextDeadline }) else { return }
      if ContinuousClock.now >= end { break }
      advance(to: next)
    }
    let message = """
      Expected nothing to sleep after \(limit), but \(sleeperCount) did, and the clock has come to \(now). A timer, or a \
      task that sleeps in a loop, goes on for ever: end it, or move the clock with 'advance(by:)'.
      """
    fail(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
