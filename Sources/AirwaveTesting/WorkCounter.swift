internal import Airwave

#if canImport(Testing)
internal import Testing
#endif

/// The cause of background work: a clock that has rung, or else the test, or the task, that has begun it.
enum Cause: Hashable, Sendable {
  /// The number of a clock.
  case clock(Int)
  #if canImport(Testing)
  case test(Test.ID)
  #endif
  case task(TaskNumber)
}

/// A number that tells a task from all others that exist. Zero outside of tasks.
typealias TaskNumber = Int

/// Counts the background work of Airwave in the process, by cause, so that a test waits for its own work only.
///
/// All state has one lock. No code of others is called while it is held.
final class WorkCounter: WorkObserver {
  /// Counts, and is told of listeners, from the first use on.
  static let shared = {
    let counter = WorkCounter()
    WorkObservation.start(counter)
    return counter
  }()

  /// Work that counts alike.
  struct Kind {
    let cause: Cause
    /// The task that continues the work, if it is known, or zero.
    let task: TaskNumber
  }

  struct State {
    /// The work of each task, by cause.
    var counts: [TaskNumber: [Cause: Int]] = [:]
    /// The number of rests of each task that rests.
    private var rests: [TaskNumber: Int] = [:]
    /// The work of the tasks that do not rest.
    private var activeCounts: [Cause: Int] = [:]
    var settlings: [Int: Settling] = [:]
    var lastNumber = 0

    mutating func add(_ kind: Kind) {
      counts[kind.task, default: [:]].change(kind.cause, by: 1)
      if rests[kind.task] == nil { activeCounts.change(kind.cause, by: 1) }
    }

    mutating func remove(_ kind: Kind) {
      counts[kind.task]?.change(kind.cause, by: -1)
      if counts[kind.task]?.isEmpty == true { counts[kind.task] = nil }
      if rests[kind.task] == nil { activeCounts.change(kind.cause, by: -1) }
    }

    mutating func beginRest(of task: TaskNumber) {
      if rests[task] == nil { changeActiveCounts(of: task, by: -1) }
      rests.change(task, by: 1)
    }

    mutating func endRest(of task: TaskNumber) {
      rests.change(task, by: -1)
      if rests[task] == nil { changeActiveCounts(of: task, by: 1) }
    }

    private mutating func changeActiveCounts(of task: TaskNumber, by sign: Int) {
      for (cause, count) in counts[task] ?? [:] { activeCounts.change(cause, by: sign * count) }
    }

    func count(of causes: Set<Cause>) -> Int {
      causes.reduce(0) { $0 + activeCounts[$1, default: 0] }
    }
  }

  /// A call that waits until no work is left.
  struct Settling {
    let causes: Set<Cause>
    /// The number of pieces of work that have begun since the call.
    var begunCount = 0
    /// Whether the time is up, or the task is cancelled.
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Lock(State())

  /// Changes the state under the lock. After unlocking, resumes the calls for which no work is left.
  func change(_ body: (inout State) -> Void) {
    let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      body(&state)
      if state.settlings.isEmpty { return [] }
      var ready: [CheckedContinuation<Void, Never>] = []
      for (number, settling) in state.settlings {
        guard let waiter = settling.waiter, settling.isOver || state.count(of: settling.causes) == 0 else { continue }
        state.settlings[number]?.waiter = nil
        ready.append(waiter)
      }
      return ready
    }
    for waiter in ready { waiter.resume() }
  }

  func nextNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  func made(_ listener: Disposable, _ fileID: StaticString, _ line: UInt) {
    ListenerTracker.made(listener, fileID, line)
  }

  // MARK: Counting

  func begin() -> (any BackgroundWork)? {
    cause.map(begin(dueTo:))
  }

  func begin(dueTo cause: Cause) -> Work {
    let work = Work(cause: cause)
    change { state in
      state.add(work.kind)
      for number in state.settlings.keys where state.settlings[number]?.causes.contains(work.kind.cause) == true {
        state.settlings[number]?.begunCount += 1
      }
    }
    return work
  }

  func rest() -> @Sendable () -> Void {
    let rest = Rest()
    rest.begin()
    return rest.end
  }

  /// The cause of work that begins now: that of the work that begins it, if there is one. Nil on a thread outside of
  /// tests and tasks, whose work no call can wait for.
  var cause: Cause? {
    if let context = Work.context { return context.cause }
    #if canImport(Testing)
    if let test = Test.current { return .test(test.id) }
    #endif
    let task = Work.currentTask
    if task == 0 { return nil }
    return state.withLock { $0.counts[task]?.keys.first } ?? .task(task)
  }

  // MARK: Waiting

  /// Begins to wait for the work of some causes.
  func beginSettling(for causes: Set<Cause>) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.settlings[state.lastNumber] = Settling(causes: causes)
      return state.lastNumber
    }
  }

  /// Waits until no work is left, or the time is up.
  func waitUntilIdle(_ number: Int) async {
    await withCheckedContinuation { waiter in
      change { $0.settlings[number]?.waiter = waiter }
    }
  }

  /// The number of pieces of work that are left, and of those that have begun since the call.
  func counts(of number: Int) -> (left: Int, begun: Int) {
    state.withLock { state in
      guard let settling = state.settlings[number] else { return (0, 0) }
      return (state.count(of: settling.causes), settling.begunCount)
    }
  }

  func endWaiting(_ number: Int) {
    change { $0.settlings[number]?.isOver = true }
  }

  func isOver(_ number: Int) -> Bool {
    state.withLock { $0.settlings[number]?.isOver ?? true }
  }

  func endSettling(_ number: Int) {
    state.withLock { _ = $0.settlings.removeValue(forKey: number) }
  }
}

extension Dictionary where Value == Int {
  /// Adds to the count of a key, and forgets a key whose count is zero.
  fileprivate mutating func change(_ key: Key, by difference: Int) {
    let count = self[key, default: 0] + difference
    self[key] = count == 0 ? nil : count
  }
}
