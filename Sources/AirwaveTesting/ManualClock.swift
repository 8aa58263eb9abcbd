internal import Airwave

/// A clock that moves only when a test moves it.
///
/// ```swift
/// import AirwaveTesting
///
/// let clock = ManualClock()
/// let (keys, key) = Receiver<String>.make()
/// let words = key.debounce(for: .milliseconds(300), clock: clock).values
///
/// ["s", "sw", "swift"].forEach(keys.broadcast)
/// await clock.waitForSleepers()
/// clock.advance(by: .milliseconds(300))
/// for await word in words.prefix(1) { print(word, "after", clock.now) }
/// // swift after 0.3 seconds
/// ```
///
/// A task that sleeps on the clock wakes when the clock is moved to its deadline. So a test of a minute takes no time,
/// and its result does not depend on the load of the machine. A task that wakes continues concurrently: wait for its
/// effect, not for time to pass.
///
/// Each clock is independent of other clocks, and can be used on any thread.
public final class ManualClock: Clock, Sendable {
  private let sleepers: Lock<Sleepers>

  /// Makes a clock.
  ///
  /// - Parameter start: The instant that the clock shows at first.
  public init(at start: Instant = Instant()) {
    sleepers = Lock(Sleepers(now: start))
  }

  /// The time to which the clock was moved.
  public var now: Instant { sleepers.withLock { $0.now } }

  /// Zero: the clock can be moved by any duration.
  public var minimumResolution: Duration { .zero }

  /// The number of times that the clock was moved.
  var stepCount: Int { sleepers.withLock { $0.stepCount } }

  /// The number of tasks that are sleeping.
  public var sleeperCount: Int { sleepers.withLock { $0.count } }

  /// Sleeps until the clock is moved to an instant. Returns at once if the instant has passed.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which to wake.
  ///   - tolerance: Ignored: tasks wake at their deadline.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = sleepers.withLock { $0.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(number: number, deadline: deadline, continuation: continuation)
        // Checked under the lock. So either the cancellation is seen here, or its handler finds the sleeper.
        act { $0.add(sleeper, isCancelled: Task.isCancelled) }
      }
    } onCancel: {
      act { $0.cancel(number) }
    }
  }

  /// Moves the clock, and wakes the tasks whose deadlines are reached, in the order of their deadlines. Tasks with
  /// equal deadlines wake in the order in which they went to sleep.
  ///
  /// All of them see the new time. If a task then sleeps until an instant that has passed, it does not sleep.
  ///
  /// - Parameter duration: The time by which to move the clock. A duration that is negative, or that exceeds the range
  ///   of `Duration`, stops the program.
  /// - Complexity: O(*n* log *n*) in the number of sleeping tasks.
  public func advance(by duration: Duration) {
    if duration < .zero { fatalError("AirwaveTesting: 'by' must not be negative, but is \(duration)") }
    act { sleepers in
      guard let instant = sleepers.now.exactlyAdvanced(by: duration) else {
        fatalError("AirwaveTesting: 'by' must not exceed what the clock can count, but is \(duration)")
      }
      return sleepers.move(to: instant)
    }
  }

  /// Moves the clock to an instant, as ``advance(by:)`` does. The clock never moves back.
  ///
  /// - Parameter instant: The instant to move to. If it has passed, the time does not change.
  /// - Complexity: O(*n* log *n*) in the number of sleeping tasks.
  public func advance(to instant: Instant) {
    act { $0.move(to: max($0.now, instant)) }
  }

  /// Waits until at least a given number of tasks sleep, so that moving the clock wakes them.
  ///
  /// If the time limit passes first, this fails the test and returns. It returns early if the waiting task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of tasks. With zero the call returns at once. A negative count stops the program.
  ///   - limit: The maximal time to wait, in real time, from the call on. A negative limit stops the program.
  ///   - fileID: The file of the call. Omit this argument.
  ///   - filePath: The path of that file. Omit this argument.
  ///   - line: The line of the call. Omit this argument.
  ///   - column: The column of the call. Omit this argument.
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
      Expected \(count) to sleep within \(limit), but \(missed) did. Give this clock to whoever is to sleep, and let that \
      begin before: an operator that paces sleeps once it is listened to and a value has come.
      """
    fail(message, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Changes the state under the lock. After unlocking, resumes the continuations that the change has returned.
  private func act(_ change: (inout Sleepers) -> [Wake]) {
    for wake in sleepers.withLock(change) {
      switch wake {
      case .sleeper(let sleeper): sleeper.continuation.resume()
      case .cancelled(let sleeper): sleeper.continuation.resume(throwing: CancellationError())
      case .onlooker(let onlooker, let missed): onlooker.continuation.resume(returning: missed)
      }
    }
  }
}
