internal import Airwave

extension ManualClock {
  /// Moves the clock from deadline to deadline, until no task and no operator waits for it.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// Receiver.timer(every: .seconds(10), clock: clock).take(count: 2).delay(for: .seconds(1), clock: clock)
  ///   .listen { print("tick of \($0) at \(clock.now)") }
  /// await clock.run()
  /// print("nothing is left at \(clock.now)")
  /// // tick of 10.0 seconds at 11.0 seconds
  /// // tick of 20.0 seconds at 21.0 seconds
  /// // nothing is left at 21.0 seconds
  /// ```
  ///
  /// Before each move it lets the tasks run that are ready, until none of them has begun to sleep for a while. So a
  /// task that sleeps several times is followed to its end, if what it does in between is short. How short depends on
  /// the load of the machine: a task that calculates, or that waits for a server, may not sleep yet when the clock is
  /// moved, or when this returns. ``run(within:fileID:filePath:line:column:_:)`` follows a function in any case.
  ///
  /// A timer with a listener never ends. If something still sleeps when the time limit has passed, this fails the test
  /// and returns. It returns early if the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - limit: The maximal time to go on, in real time, from the call on. A negative limit stops the program.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
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

  /// Calls a function, and moves the clock from deadline to deadline while the function sleeps, until it returns.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.delay(for: .seconds(1), clock: clock).listen { print("heard \($0) at \(clock.now)") }
  ///
  /// try await clock.run {
  ///   for number in 1...3 {
  ///     try await clock.sleep(for: .seconds(10))
  ///     transmitter.broadcast(number)
  ///   }
  /// }
  /// print("returned at \(clock.now)")
  /// // heard 1 at 11.0 seconds
  /// // heard 2 at 21.0 seconds
  /// // returned at 30.0 seconds
  /// ```
  ///
  /// The clock stands still while the function computes, or waits for anything else than a manual clock or the next
  /// value of a receiver or a ``Recorder``, however long that takes. So the times do not depend on the load of the
  /// machine. The clock also stands still while Airwave's own work goes on that its moves have begun, as for
  /// ``settle(within:fileID:filePath:line:column:)``. What the clock is to do after the function has returned is left
  /// to the next move.
  ///
  /// If the function begins tasks, the function counts as sleeping as soon as one of them sleeps.
  ///
  /// If the function has not returned when the time limit has passed, this fails the test, and cancels the function. It
  /// also cancels the function if the calling task is cancelled. In both cases it returns when the function does: a
  /// function that ignores cancellation outlasts the limit, and one that never returns keeps the test from ending.
  ///
  /// - Parameters:
  ///   - limit: The maximal time to go on, in real time, from the call on. A negative limit stops the program.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - body: The function. It runs in a task of its own, on the isolation where it was written.
  /// - Returns: The result of the function.
  /// - Throws: Any error of the function, such as `CancellationError`.
  public func run<Result: Sendable>(
    within limit: Duration = .seconds(10),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async throws -> Result
  ) async throws -> Result {
    let timeLimit = TimeLimit(limit, of: ContinuousClock())
    let counter = WorkCounter.shared
    let number = counter.beginSettling(for: [cause])
    let (work, hasReturned) = (counter.begin(dueTo: cause), Lock(false))
    let task = Task { [cause] in
      defer {
        // Before the work ends, so that the clock does not move any more.
        hasReturned.withLock { $0 = true }
        counter.endWaiting(number)
        work.end()
      }
      return try await Work.$context.withValue((cause, work)) { try await body() }
    }
    // The calling task may continue work, or have a value of a sequence.
    let rest = Rest()
    rest.begin()
    defer { rest.end() }
    let alarm = timeLimit.alarm { counter.endWaiting(number) }
    await withTaskCancellationHandler {
      await moveWhileSettled(number)
    } onCancel: {
      task.cancel()
    }
    alarm.cancel()
    counter.endSettling(number)
    if !hasReturned.withLock({ $0 }) {
      task.cancel()
      let message = """
        Expected the function to return within \(limit), but it did not, and the clock has come to \(now). It waits for \
        something else than this clock, or sleeps in a loop.
        """
      fail(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    return try await task.value
  }

  /// Moves the clock from deadline to deadline whenever no work that a call waits for is left, until the call is to
  /// return.
  private func moveWhileSettled(_ number: Int) async {
    while true {
      await waitUntilSettled(number)
      if WorkCounter.shared.isOver(number) { return }
      if let next = sleepers.withLock({ $0.nextDeadline }) {
        advance(to: next)
      } else {
        // The function waits for a value. Pauses, so that the task that sends the value can run. The pause has a task
        // of its own, because the calling task may be cancelled.
        await Task.detached { try? await Task.sleep(for: .milliseconds(1)) }.value
      }
    }
  }
}
