/// The jobs of one run of a test, and which of them is next.
///
/// A value that decides, and does nothing. Its ``Conductor`` keeps it under a lock, and does what it answers.
///
/// INVARIANTS
/// - A job is in `ready`, or is `picked`, or was answered by `next`, which answers it once.
/// - While `isParked`, `ready` and `resting` are empty, and no thread is in the conductor's loop.
/// - Once `ending` is set, nothing is added, and `next` answers `leave`.
struct Run {
  struct Job {
    let job: UnownedJob
    let isMain: Bool
    /// What has one priority: see `chain(of:isHere:)`.
    let chain: Int
  }

  enum Step {
    case perform(Job)
    /// Goes on on the other thread.
    case pass(toMain: Bool)
    case resume([CheckedContinuation<Void, Never>])
    /// Nothing is ready. A job that is added goes on.
    case leave
    case end(Ending)
  }

  enum Ending: Equatable {
    case returned
    /// The number of steps has come to the limit.
    case long
    /// No step has begun for a while: nothing is ready, or a step does not end.
    case stuck(isStepRunning: Bool, isMain: Bool)
    /// The thread of the next step was busy for long.
    case blocked(isMain: Bool)
  }

  enum Claim { case refused, added, addedToParked }

  private var picker: Picker
  private let stepLimit: Int
  private var ready: [Job] = []
  /// The job that is next, while the thread changes.
  private var picked: Job?
  /// The job that runs.
  private var running: Job?
  private var resting: [CheckedContinuation<Void, Never>] = []
  /// The chain of each task of the run.
  private var chains: [UInt64: Int] = [:]
  /// The task of the body. Tasks are numbered in the order in which they are made: one with a smaller number is older
  /// than the run.
  private var firstTask: UInt64?
  /// The tasks that were enqueued elsewhere first.
  private var foreignTasks: Set<UInt64> = []
  private var chainCount = 0
  /// The chain of the last step, and whether a job of this step continues it.
  private var (chain, isContinued) = (0, false)
  private var isParked = false
  private var hasReturned = false
  private(set) var ending: Ending?
  private(set) var stepCount = 0
  /// The number of steps that have begun.
  private var begunCount = 0

  init(_ schedule: Schedule, stepLimit: Int) {
    (picker, self.stepLimit) = (Picker(schedule), stepLimit)
  }

  // MARK: Adding

  /// Takes a job of the run: that of a task of the run, or another one that a job of the run enqueues.
  mutating func add(_ job: UnownedJob, of task: UInt64?, isMain: Bool, isHere: Bool) -> Claim {
    if ending != nil { return .refused }
    if !(task.map { has($0, isHere: isHere) } ?? isHere) { return .refused }
    ready.append(Job(job: job, isMain: isMain, chain: chain(of: task, isHere: isHere)))
    defer { isParked = false }
    return isParked ? .addedToParked : .added
  }

  /// Whether a task belongs to the run: it was taken before, or a job of the run enqueues it for the first time.
  ///
  /// A job of the run may also resume a task of another test, as by a value of a stream. That task stays outside,
  /// unless it is on a default actor, whose job names no task.
  private mutating func has(_ task: UInt64, isHere: Bool) -> Bool {
    if chains[task] != nil { return true }
    if isHere, !foreignTasks.contains(task), task >= firstTask ?? task {
      firstTask = firstTask ?? task
      return true
    }
    // One that is older than the run is known by its number.
    if task >= firstTask ?? 0 { foreignTasks.insert(task) }
    return false
  }

  /// By task, a task stays in a chain of its own, and the job of an actor continues the chain of the step that enqueues
  /// it. Otherwise the first job that a step enqueues continues its chain, and each further one begins a chain.
  private mutating func chain(of task: UInt64?, isHere: Bool) -> Int {
    if picker.isByTask, let task, let chain = chains[task] { return chain }
    let continues = isHere && !isContinued && !(picker.isByTask && task != nil)
    if continues { isContinued = true } else { chainCount += 1 }
    let result = continues ? chain : chainCount
    if let task { chains[task] = result }
    return result
  }

  /// Adds a task that waits until nothing is ready.
  mutating func rest(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    if ending == nil { resting.append(continuation) }
    return ending == nil
  }

  mutating func bodyReturns() { hasReturned = true }

  // MARK: Stepping

  mutating func next(onMain: Bool) -> Step {
    running = nil
    if ending != nil { return .leave }
    if picked == nil, ready.isEmpty { return rest() }
    if picked == nil {
      if stepCount == stepLimit { return end(.long) }
      picked = pick()
    }
    guard let job = picked, job.isMain == onMain else { return .pass(toMain: !onMain) }
    (picked, running) = (nil, job)
    begunCount += 1
    (chain, isContinued) = (job.chain, false)
    return .perform(job)
  }

  private mutating func rest() -> Step {
    if !resting.isEmpty {
      defer { resting = [] }
      isContinued = false
      return .resume(resting)
    }
    if hasReturned { return end(.returned) }
    isParked = true
    return .leave
  }

  private mutating func pick() -> Job {
    // The main queue keeps its order: only its first job can be next.
    let firstOfMain = ready.firstIndex(where: \.isMain)
    let candidates = ready.indices.filter { !ready[$0].isMain || $0 == firstOfMain }
    let index = picker.pick(among: candidates.map { ready[$0].chain }, step: stepCount)
    stepCount += 1
    return ready.remove(at: candidates[index])
  }

  // MARK: Ending

  private mutating func end(_ ending: Ending) -> Step {
    self.ending = ending
    return .end(ending)
  }

  /// What earlier looks have seen.
  struct Looks {
    var begunCount = -1
    var idleCount = 0
  }

  /// Ends the run if no step has begun since an earlier look. If one is ready, its thread may be busy: it ends after
  /// more looks.
  mutating func look(_ former: inout Looks) -> Ending? {
    if ending != nil { return nil }
    if begunCount != former.begunCount {
      former = Looks(begunCount: begunCount)
      return nil
    }
    former.idleCount += 1
    if running == nil, let next = picked ?? ready.first {
      if former.idleCount < 6 { return nil }
      ending = .blocked(isMain: next.isMain)
    } else {
      ending = .stuck(isStepRunning: running != nil, isMain: running?.isMain ?? false)
    }
    return ending
  }

  /// What is left of a run that was ended early, and must run elsewhere.
  mutating func abandon() -> (jobs: [Job], resting: [CheckedContinuation<Void, Never>]) {
    defer { (ready, picked, resting) = ([], nil, []) }
    return (([picked].compactMap(\.self)) + ready, resting)
  }
}
