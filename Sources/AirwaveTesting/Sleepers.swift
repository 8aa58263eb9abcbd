/// A task that sleeps until an instant.
struct Sleeper: Sendable {
  let number: Int
  let deadline: ManualClock.Instant
  let continuation: CheckedContinuation<Void, any Error>
}

/// A call that waits until enough tasks sleep.
struct Onlooker: Sendable {
  let number: Int
  let count: Int
  let continuation: CheckedContinuation<Int?, Never>
}

/// A continuation to resume.
enum Wake: Sendable {
  case sleeper(Sleeper)
  case cancelled(Sleeper)
  /// `missed` is the number of sleeping tasks when the time limit passed, or nil if it did not pass.
  case onlooker(Onlooker, missed: Int?)
}

/// The state of a manual clock. Each change returns the continuations to resume, in order.
struct Sleepers: Sendable {
  private(set) var now: ManualClock.Instant
  /// The number of times that the clock was moved.
  private(set) var stepCount = 0
  /// The sleeping tasks by number, so that a task is removed in constant time.
  private var asleep: [Int: Sleeper] = [:]
  private var onlookers: [Onlooker] = []
  private var lastNumber = 0

  init(now: ManualClock.Instant) {
    self.now = now
  }

  var count: Int { asleep.count }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func add(_ sleeper: Sleeper, isCancelled: Bool) -> [Wake] {
    if isCancelled { return [.cancelled(sleeper)] }
    if sleeper.deadline <= now { return [.sleeper(sleeper)] }
    asleep[sleeper.number] = sleeper
    let satisfied = onlookers.filter { $0.count <= asleep.count }
    onlookers.removeAll { $0.count <= asleep.count }
    return satisfied.map { .onlooker($0, missed: nil) }
  }

  mutating func add(_ onlooker: Onlooker, isCancelled: Bool) -> [Wake] {
    if isCancelled || onlooker.count <= asleep.count { return [.onlooker(onlooker, missed: nil)] }
    onlookers.append(onlooker)
    return []
  }

  mutating func move(to instant: ManualClock.Instant) -> [Wake] {
    now = instant
    stepCount += 1
    let due = asleep.values.filter { $0.deadline <= instant }
    for sleeper in due { asleep[sleeper.number] = nil }
    return due.sorted { ($0.deadline, $0.number) < ($1.deadline, $1.number) }.map { .sleeper($0) }
  }

  mutating func cancel(_ number: Int) -> [Wake] {
    if let sleeper = asleep.removeValue(forKey: number) { return [.cancelled(sleeper)] }
    return dismiss(number, missed: nil)
  }

  mutating func timeIsUp(_ number: Int) -> [Wake] {
    dismiss(number, missed: count)
  }

  private mutating func dismiss(_ number: Int, missed: Int?) -> [Wake] {
    defer { onlookers.removeAll { $0.number == number } }
    return onlookers.filter { $0.number == number }.map { .onlooker($0, missed: missed) }
  }
}
