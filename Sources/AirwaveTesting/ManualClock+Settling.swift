internal import Airwave
internal import Quiescence

extension ManualClock {
  /// Waits until none of Airwave's own work is left, in tasks, on actors, on queues and in sequences.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (names, name) = Receiver<String>.make()
  /// name.debounce(for: .seconds(1), clock: clock).mapLatest { await lookUp($0) }.listen { print($0) }
  /// @Sendable func lookUp(_ name: String) async -> String { "found \(name)" }
  ///
  /// names.broadcast("tea")
  /// clock.advance(by: .seconds(1))
  /// await clock.settle()
  /// // found tea
  /// ```
  ///
  /// It waits for what the moves of this clock have begun, and what the calling test, or task, has begun by itself:
  ///
  /// - the functions of `asyncMap`, `mapLatest`, `Receiver.task` and their like, and listeners that await, unless they
  ///   have ended;
  /// - values and ends for a listener on an actor, such as the main actor, or on a dispatch queue;
  /// - a value that a consumer of `values` has taken, until the consumer asks for the next one;
  /// - what all of these begin in turn.
  ///
  /// It does not wait for a function or a consumer that sleeps on a manual clock, or that waits for the next value of a
  /// receiver: what it waits for may be what the test does next. Nor does it wait for values that the caller itself
  /// reads from `values`.
  ///
  /// What a task of your own does is not known. The call lets such tasks run that are ready, but cannot tell whether
  /// they have done what they are for. Nor is it known what a closure that is called here begins elsewhere, such as on
  /// a thread. A task that a function of `mapLatest` or its like begins, and that sleeps on the clock, lets the
  /// function count as sleeping.
  ///
  /// The work of other tests is not waited for. The cases of a parameterized test count as one test: this also waits
  /// for what another case, which runs at the same time, has begun without a clock.
  ///
  /// If a function waits for something else, which does not come before the time limit, this fails the test and
  /// returns. It returns early if the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - limit: The maximal time to wait, in real time, from the call on. A negative limit stops the program.
  ///   - fileID: The file of the call. Omit this argument and the three that follow.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func settle(
    within limit: Duration = .seconds(10),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let timeLimit = TimeLimit(limit, of: ContinuousClock())
    let counter = WorkCounter.shared
    let number = counter.beginSettling(for: Set([cause, counter.cause].compactMap(\.self)))
    // The calling task may continue work, or have a value of a sequence.
    let rest = Rest()
    rest.begin()
    let alarm = timeLimit.alarm { counter.endWaiting(number) }
    defer {
      alarm.cancel()
      rest.end()
      counter.endSettling(number)
    }
    await withTaskCancellationHandler {
      await waitUntilSettled(number)
    } onCancel: {
      counter.endWaiting(number)
    }
    // Otherwise the work that is left has begun since.
    if Task.isCancelled || !counter.isOver(number) { return }
    let left = counter.counts(of: number).left
    if left == 0 { return }
    let message = """
      Expected the work of Airwave to end within \(limit), but \(left == 1 ? "1 piece" : "\(left) pieces") did not. A \
      function of 'asyncMap', 'mapLatest' or 'task', or a listener that awaits, waits for something else than a clock \
      of the test, or a consumer of a sequence does not ask for the next value.
      """
    fail(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits until no work that a call waits for is left, or the call is to return.
  func waitUntilSettled(_ number: Int) async {
    let counter = WorkCounter.shared
    var begunCount = 0
    repeat {
      await counter.waitUntilIdle(number)
      begunCount = counter.counts(of: number).begun
      await letTasksRun { counter.isOver(number) }
    } while !counter.isOver(number) && counter.counts(of: number) != (0, begunCount)
  }

  /// Lets other tasks run, on the main actor and elsewhere, until none of them has begun to sleep for 20 rounds, or
  /// until there is no time left. A task that sleeps until instants that have passed begins to sleep without end.
  /// In a test that EveryOrder conducts, no round is needed: there it is known when none of them is ready.
  func letTasksRun(until isOver: () -> Bool) async {
    if await Quiescence.reached() { return }
    var (number, round) = (sleepers.withLock { $0.lastNumber }, 0)
    while round < 20, !isOver() {
      await Task.detached(priority: .background) { await Task.yield() }.value
      await MainActor.run {}
      let last = sleepers.withLock { $0.lastNumber }
      (number, round) = (last, last == number ? round + 1 : 0)
    }
  }
}
