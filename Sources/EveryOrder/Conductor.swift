internal import Dispatch
internal import Foundation
internal import Synchronization

/// Runs the jobs of one run of a test, one at a time, in the order of a schedule.
///
/// Jobs of the main actor run on the main queue, all others on a queue of the conductor, so that code can tell the two.
/// One loop runs them: it moves between both queues, ends while nothing is ready, and begins again with the next job.
/// What is next is decided by ``Run``.
final class Conductor: Sendable {
  /// The conductor of the present run. There is one at a time.
  private static let active = Mutex<Conductor?>(nil)
  /// The thread that runs a job of it, or zero.
  private static let thread = Atomic<UInt>(0)

  private let run: Mutex<Run>
  private let queue = DispatchQueue(label: "EveryOrder")
  private let whenOver = Mutex<(@Sendable (Run.Ending) -> Void)?>(nil)
  private let idleLimit: DispatchTimeInterval

  /// - Parameters:
  ///   - schedule: The order.
  ///   - stepLimit: The number of steps after which the run is too long.
  ///   - idleLimit: The real time without a step after which the run is stuck.
  init(_ schedule: Schedule, stepLimit: Int, idleLimit: DispatchTimeInterval) {
    run = Mutex(Run(schedule, stepLimit: stepLimit))
    self.idleLimit = idleLimit
  }

  var stepCount: Int { run.withLock(\.stepCount) }

  // MARK: Claiming

  /// Whether the present thread runs a job of a conducted test.
  static var isHere: Bool { thread.load(ordering: .relaxed) == currentThread }

  private static var currentThread: UInt { bits(of: pthread_self()) }

  /// A thread is a number on some systems, and a pointer on others.
  private static func bits<Thread>(of thread: Thread) -> UInt { unsafeBitCast(thread, to: UInt.self) }

  /// Takes a job if it belongs to the present run.
  static func claim(_ job: UnownedJob, isMain: Bool) -> Bool {
    guard let conductor = active.withLock(\.self) else { return false }
    let (task, isHere) = (Hooks.task(of: job), isHere)
    switch conductor.run.withLock({ $0.add(job, of: task, isMain: isMain, isHere: isHere) }) {
    case .refused: return false
    case .added: return true
    case .addedToParked:
      conductor.queue.async { conductor.proceed(onMain: false) }
      return true
    }
  }

  /// Waits until no other job of the run is ready.
  ///
  /// - Returns: False at once, if the caller belongs to no run.
  static func rest() async -> Bool {
    guard isHere, let conductor = active.withLock(\.self) else { return false }
    await withCheckedContinuation { continuation in
      if !conductor.run.withLock({ $0.rest(continuation) }) { continuation.resume() }
    }
    return true
  }

  // MARK: Conducting

  /// Conducts a function, until it has returned and no job of it is ready.
  ///
  /// - Parameters:
  ///   - body: The function.
  ///   - stuck: Is called if the run is ended early. Then the function is cancelled, and goes on as without a
  ///     conductor, and this waits for it.
  /// - Throws: The error of the function.
  func conduct(_ body: @Sendable () async throws -> Void, stuck: (Run.Ending) -> Void) async throws {
    Conductor.active.withLock { $0 = self }
    // The child task begins here, and is claimed.
    Conductor.thread.store(Conductor.currentThread, ordering: .relaxed)
    async let result: Void = {
      defer { run.withLock { $0.bodyReturns() } }
      try await body()
    }()
    Conductor.thread.store(0, ordering: .relaxed)
    let ending = await proceedToEnd()
    if ending == .returned { return try await result }
    stuck(ending)
    // Leaving the scope cancels the child task, and waits for it.
  }

  private func proceedToEnd() async -> Run.Ending {
    let timer = DispatchSource.makeTimerSource()
    let looks = Mutex(Run.Looks())
    timer.setEventHandler { [weak self] in
      guard let self, let ending = looks.withLock({ looks in run.withLock { $0.look(&looks) } }) else { return }
      end(ending)
    }
    timer.schedule(deadline: .now() + idleLimit, repeating: idleLimit)
    defer { timer.cancel() }
    return await withUnsafeContinuation { (continuation: UnsafeContinuation<Run.Ending, Never>) in
      whenOver.withLock { $0 = { continuation.resume(returning: $0) } }
      timer.activate()
      queue.async { self.proceed(onMain: false) }
    }
  }

  /// The loop. One thread at a time is in it.
  private func proceed(onMain: Bool) {
    while true {
      switch run.withLock({ $0.next(onMain: onMain) }) {
      case .perform(let job): here { Conductor.perform(job) }
      case .resume(let continuations): here { for continuation in continuations { continuation.resume() } }
      case .pass(let toMain): return (toMain ? .main : queue).async { self.proceed(onMain: toMain) }
      case .leave: return
      case .end(let ending): return end(ending)
      }
    }
  }

  /// Calls a function that may enqueue jobs of the run.
  private func here(_ body: () -> Void) {
    Conductor.thread.store(Conductor.currentThread, ordering: .relaxed)
    body()
    // Unless the run was ended meanwhile, and another one has begun.
    _ = Conductor.thread.compareExchange(expected: Conductor.currentThread, desired: 0, ordering: .relaxed)
  }

  private static func perform(_ job: Run.Job) {
    if job.isMain { return job.job.runSynchronously(on: MainActor.sharedUnownedExecutor) }
    // On no executor, with one for its task that is undefined: this forbids the task to go to an actor in place, so
    // that each such hop is a job.
    let (none, undefined) = (UnownedSerialExecutor.none, UnownedTaskExecutor.undefined)
    job.job.runSynchronously(isolatedTo: none, taskExecutor: undefined)
  }

  private func end(_ ending: Run.Ending) {
    Conductor.thread.store(0, ordering: .relaxed)
    Conductor.active.withLock { $0 = nil }
    let (jobs, resting) = run.withLock { $0.abandon() }
    for job in jobs { (job.isMain ? .main : DispatchQueue.global()).async { Conductor.perform(job) } }
    for continuation in resting { continuation.resume() }
    whenOver.withLock { $0.take() }?(ending)
  }
}

extension UnownedSerialExecutor {
  /// That of code without isolation, as the runtime writes it.
  fileprivate static var none: Self { unsafeBitCast((UInt(0), UInt(0)), to: Self.self) }
}

extension UnownedTaskExecutor {
  fileprivate static var undefined: Self { unsafeBitCast((UInt(0), UInt(0)), to: Self.self) }
}
