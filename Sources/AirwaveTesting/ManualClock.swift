import Synchronization

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
  /// A point in the time of a ``ManualClock``.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// How long after the beginning of the clock it is.
    public let offset: Duration

    /// Makes an instant.
    ///
    /// - Parameter offset: How long after the beginning of the clock it is.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant that is a duration later.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The later instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: A positive duration if the other instant is later.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether an instant is before another.
    ///
    /// - Parameters:
    ///   - first: An instant.
    ///   - second: Another.
    /// - Returns: Whether the first is before the second.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.offset < second.offset
    }

    /// The time since the beginning of the clock, such as `0.3 seconds`.
    public var description: String { "\(offset)" }
  }

  private let state: Mutex<State>
  /// On Linux the thread sanitizer does not see into `Mutex`. It sees this, and reports no race that is none.
  private let order = Atomic<Bool>(false)

  /// Makes a clock.
  ///
  /// - Parameter start: What it shows at first.
  public init(at start: Instant = Instant()) {
    state = Mutex(State(now: start))
  }

  /// The time to which the clock was moved.
  public var now: Instant { withState { $0.now } }

  /// Zero: the clock can be moved by any duration.
  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep.
  public var sleeperCount: Int { withState { $0.sleepers.count } }

  /// Sleeps until the clock is moved to an instant, or not at all if it shows that already.
  ///
  /// - Parameters:
  ///   - deadline: When to wake up.
  ///   - tolerance: Ignored: sleepers wake up on time.
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = withState { $0.nextNumber() }
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
  /// - Parameter duration: How far. A negative duration stops the program.
  /// - Complexity: O(*n* log *n*) in the number of sleepers.
  public func advance(by duration: Duration) {
    if duration < .zero { fatalError("AirwaveTesting: 'by' must not be negative, but is \(duration)") }
    act { $0.move(to: $0.now.advanced(by: duration)) }
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
  /// Returns early if the task that waits is cancelled.
  ///
  /// - Parameter count: How many. With zero or less there is nothing to wait for.
  public func waitForSleepers(_ count: Int = 1) async {
    let number = withState { $0.nextNumber() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let onlooker = Onlooker(number: number, count: count, continuation: continuation)
        act { $0.add(onlooker, isCancelled: Task.isCancelled) }
      }
    } onCancel: {
      act { $0.cancel(number) }
    }
  }

  /// Changes the state, and then resumes whom that woke, outside the lock.
  private func act(_ change: (inout State) -> [Wake]) {
    for wake in withState(change) {
      switch wake {
      case .sleeper(let sleeper): sleeper.continuation.resume()
      case .cancelled(let sleeper): sleeper.continuation.resume(throwing: CancellationError())
      case .onlooker(let onlooker): onlooker.continuation.resume()
      }
    }
  }

  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      return body(&state)
    }
  }
}

/// Who sleeps until an instant.
private struct Sleeper: Sendable {
  let number: Int
  let deadline: ManualClock.Instant
  let continuation: CheckedContinuation<Void, any Error>
}

/// Who waits until enough are asleep.
private struct Onlooker: Sendable {
  let number: Int
  let count: Int
  let continuation: CheckedContinuation<Void, Never>
}

/// Whom to resume.
private enum Wake: Sendable {
  case sleeper(Sleeper)
  case cancelled(Sleeper)
  case onlooker(Onlooker)
}

/// What a clock knows. Each change says who wakes up, in order.
private struct State: Sendable {
  var now: ManualClock.Instant
  var sleepers: [Sleeper] = []
  private var onlookers: [Onlooker] = []
  private var lastNumber = 0

  init(now: ManualClock.Instant) {
    self.now = now
  }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ sleeper: Sleeper, isCancelled: Bool) -> [Wake] {
    if isCancelled { return [.cancelled(sleeper)] }
    if sleeper.deadline <= now { return [.sleeper(sleeper)] }
    sleepers.append(sleeper)
    let satisfied = onlookers.filter { $0.count <= sleepers.count }
    onlookers.removeAll { $0.count <= sleepers.count }
    return satisfied.map { .onlooker($0) }
  }

  mutating func add(_ onlooker: Onlooker, isCancelled: Bool) -> [Wake] {
    if isCancelled || onlooker.count <= sleepers.count { return [.onlooker(onlooker)] }
    onlookers.append(onlooker)
    return []
  }

  mutating func move(to instant: ManualClock.Instant) -> [Wake] {
    now = instant
    let due = sleepers.filter { $0.deadline <= instant }
    sleepers.removeAll { $0.deadline <= instant }
    return due.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }.map { .sleeper($0) }
  }

  mutating func cancel(_ number: Int) -> [Wake] {
    let wakes =
      sleepers.filter { $0.number == number }.map { Wake.cancelled($0) }
      + onlookers.filter { $0.number == number }.map { Wake.onlooker($0) }
    sleepers.removeAll { $0.number == number }
    onlookers.removeAll { $0.number == number }
    return wakes
  }
}
