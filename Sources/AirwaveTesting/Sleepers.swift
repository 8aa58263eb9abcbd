import Airwave

/// What waits until a clock has reached an instant.
enum Sleeper: Sendable {
  case task(CheckedContinuation<Void, any Error>, Rest)
  case alarm(@Sendable () -> Void)

  var isTask: Bool { if case .task = self { true } else { false } }
}

/// The instant at which a sleeper wakes, and its order among those of the same instant.
struct Deadline: Comparable, Sendable {
  let instant: ManualClock.Instant
  /// The number of the sleeper, or for the further alarms of a listener that of its first one.
  let order: Int
  let number: Int

  static func < (first: Deadline, second: Deadline) -> Bool {
    (first.instant, first.order, first.number) < (second.instant, second.order, second.number)
  }
}

/// A call that waits until enough tasks sleep.
struct Onlooker: Sendable {
  let number: Int
  let count: Int
  let continuation: CheckedContinuation<Int?, Never>
}

/// A continuation to resume, or a closure to call.
enum Wake: Sendable {
  case sleeper(Sleeper)
  case cancelled(Sleeper)
  /// `missed` is the number of tasks that slept when the time limit passed, or nil if it did not pass.
  case onlooker(Onlooker, missed: Int?)
}

/// The state of a manual clock. Each change returns what to wake, in order.
struct Sleepers: Sendable {
  private(set) var now: ManualClock.Instant
  /// The number of times that the clock was moved.
  private(set) var stepCount = 0
  /// The number of calls that move the clock at present: on several threads, or one inside the alarm of another.
  private var moveCount = 0
  /// The sleepers by number, so that one is removed in constant time.
  private var asleep: [Int: Sleeper] = [:]
  private var deadlines = Heap<Deadline>()
  /// The number of tasks among the sleepers.
  private var taskCount = 0
  private var onlookers: [Onlooker] = []
  /// The number of the newest sleeper or onlooker.
  private(set) var lastNumber = 0

  init(now: ManualClock.Instant) {
    self.now = now
  }

  var count: Int { asleep.count }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Sleeping

  mutating func add(
    _ number: Int,
    until deadline: ManualClock.Instant,
    _ continuation: CheckedContinuation<Void, any Error>,
    _ rest: Rest,
    isCancelled: Bool
  ) -> [Wake] {
    if isCancelled { return [.cancelled(.task(continuation, rest))] }
    if deadline <= now { return [.sleeper(.task(continuation, rest))] }
    return add(.task(continuation, rest), number, order: number, until: deadline)
  }

  /// Sets an alarm. If it is due, and no call moves the clock, the caller must move it to the present instant.
  mutating func setAlarm(
    _ number: Int,
    order: Int,
    at deadline: ManualClock.Instant,
    _ ring: @escaping @Sendable () -> Void
  ) -> (wakes: [Wake], mustMove: Bool) {
    let wakes = add(.alarm(ring), number, order: order, until: deadline)
    let mustMove = deadline <= now && moveCount == 0
    if mustMove { moveCount += 1 }
    return (wakes, mustMove)
  }

  private mutating func add(
    _ sleeper: Sleeper,
    _ number: Int,
    order: Int,
    until deadline: ManualClock.Instant
  ) -> [Wake] {
    asleep[number] = sleeper
    if sleeper.isTask { taskCount += 1 }
    deadlines.insert(Deadline(instant: deadline, order: order, number: number))
    // An alarm that is due rings before anything else.
    if deadline <= now { return [] }
    let satisfied = onlookers.filter { $0.count <= taskCount }
    onlookers.removeAll { $0.count <= taskCount }
    return satisfied.map { .onlooker($0, missed: nil) }
  }

  mutating func add(_ onlooker: Onlooker, isCancelled: Bool) -> [Wake] {
    if isCancelled || onlooker.count <= taskCount { return [.onlooker(onlooker, missed: nil)] }
    onlookers.append(onlooker)
    return []
  }

  // MARK: Moving

  /// The instant at which the next sleeper wakes, or nil if there is none.
  var nextDeadline: ManualClock.Instant? {
    mutating get {
      while let first = deadlines.first, asleep[first.number] == nil { deadlines.removeFirst() }
      return deadlines.first?.instant
    }
  }

  /// Begins a move, which calls `wake(until:)` until it returns nil.
  mutating func beginMove() {
    stepCount += 1
    moveCount += 1
  }

  /// Moves the clock to the next deadline, but not further than to an instant, and wakes the sleeper of that deadline.
  ///
  /// - Returns: What to wake, or nil if no sleeper is due: then the clock has reached the instant, and the move ends.
  mutating func wake(until end: ManualClock.Instant) -> Wake? {
    // A later instant than the end, if a move inside an alarm has reached it.
    let end = max(now, end)
    guard let deadline = nextDeadline, deadline <= end else {
      now = end
      moveCount -= 1
      return nil
    }
    now = max(now, deadline)
    return remove(deadlines.removeFirst().number).map { .sleeper($0) }
  }

  // MARK: Leaving

  mutating func cancel(_ number: Int) -> [Wake] {
    if let sleeper = remove(number) {
      // The deadlines of cancelled sleepers are at most as many as those of the others, and a few.
      if deadlines.count > 2 * asleep.count + 16 { deadlines.removeAll { [asleep] in asleep[$0.number] == nil } }
      return [.cancelled(sleeper)]
    }
    return dismiss(number, missed: nil)
  }

  private mutating func remove(_ number: Int) -> Sleeper? {
    guard let sleeper = asleep.removeValue(forKey: number) else { return nil }
    if sleeper.isTask { taskCount -= 1 }
    return sleeper
  }

  mutating func timeIsUp(_ number: Int) -> [Wake] {
    dismiss(number, missed: taskCount)
  }

  private mutating func dismiss(_ number: Int, missed: Int?) -> [Wake] {
    defer { onlookers.removeAll { $0.number == number } }
    return onlookers.filter { $0.number == number }.map { .onlooker($0, missed: missed) }
  }
}
