internal import Airwave

/// A clock that stands still until a test moves it.
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
/// Whoever sleeps on it sleeps until the clock is moved to the deadline, so that a test of a minute takes no time, and
/// tells nothing that depends on how busy the machine is. What a sleeper does once it is awake runs in its own task:
/// wait for its effect, not for time to pass. Clocks know nothing of each other, and may be used on any thread.
public final class ManualClock: Clock, Sendable {
  private let sleepers: Lock<Sleepers>

  /// Makes a clock.
  ///
  /// - Parameter start: What it shows at first.
  public init(at start: Instant = Instant()) {
    sleepers = Lock(Sleepers(now: start))
  }

  /// The time to which the clock was moved.
  public var now: Instant { sleepers.withLock { $0.now } }

  /// Zero: the clock can be moved by any duration.
  public var minimumResolution: Duration { .zero }

  /// How often it was moved.
  var stepCount: Int { sleepers.withLock { $0.stepCount } }

  /// How many tasks sleep.
  public var sleeperCount: Int { sleepers.withLock { $0.count } }

  /// Sleeps until the clock is moved to an instant, or not at all if it shows that already.
  ///
  /// - Parameters:
  ///   - deadline: When to wake up.
  ///   - tolerance: Ignored: sleepers wake up on time.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = sleepers.withLock { $0.nextNumber() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let sleeper = Sleeper(number: number, deadline: deadline, continuation: continuation)
        // Looked at inside, so that a cancellation is either seen here or finds the sleeper.
        act { $0.add(sleeper, isCancelled: Task.isCancelled) }
      }
    } onCancel: {
      act { $0.cancel(number) }
    }
  }

  /// Moves the clock, and wakes those whose deadline has come: the earliest first, and of several at once the one that
  /// went to sleep first.
  ///
  /// All see the new time. A sleeper that goes back to sleep until an instant that has passed does not sleep.
  ///
  /// - Parameter duration: How far. A duration that is negative, or beyond the last instant, stops the program.
  /// - Complexity: O(*n* log *n*) in the number of sleepers.
  public func advance(by duration: Duration) {
    if duration < .zero { fatalError("AirwaveTesting: 'by' must not be negative, but is \(duration)") }
    act { sleepers in
      guard let instant = sleepers.now.exactlyAdvanced(by: duration) else {
        fatalError("AirwaveTesting: 'by' must not exceed what the clock can count, but is \(duration)")
      }
      return sleepers.move(to: instant)
    }
  }

  /// Moves the clock to an instant, as ``advance(by:)``. One that has passed changes nothing.
  ///
  /// - Parameter instant: What the clock is to show.
  /// - Complexity: O(*n* log *n*) in the number of sleepers.
  public func advance(to instant: Instant) {
    act { $0.move(to: max($0.now, instant)) }
  }

  /// Waits until at least a number of tasks sleep, so that moving the clock wakes them.
  ///
  /// Fails the test if the time is up before, and goes on. Returns early if the task that waits is cancelled.
  ///
  /// - Parameters:
  ///   - count: How many. With zero there is nothing to wait for. A negative count stops the program.
  ///   - limit: How long to wait at most, in real time, from the call on. A negative limit stops the program.
  ///   - fileID: Where the sleepers are expected. Leave it out.
  ///   - filePath: Leave it out.
  ///   - line: Leave it out.
  ///   - column: Leave it out.
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
        // Begun after that, so that the alarm finds the onlooker if it still waits; it finds nobody otherwise.
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

  /// Changes the state, and then resumes whom that woke, outside the lock.
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
