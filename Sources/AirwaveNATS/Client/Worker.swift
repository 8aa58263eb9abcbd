#if NATS
import Airwave
import Dispatch
import Foundation

/// Runs jobs on a few threads of its own, which start when there is work, and end after a second without.
///
/// The threads are not those of Dispatch: its queues use as many threads as there are queues with work, and keep them
/// for seconds. Nor are they those of the core's `ActorQueue`, which an actor drains on the pool of Swift's tasks: jobs
/// call listeners and wait for the network, and would hold up the tasks of the app. A job is queued once however often
/// it is submitted, and no two threads run it at a time.
final class Worker: Sendable {
  /// Something that a worker runs.
  protocol Job: AnyObject, Sendable {
    /// Guarded by the lock of the worker.
    var jobState: JobState { get }
    /// Does a part of the work.
    ///
    /// - Returns: Whether there is more to do.
    func run() -> Bool
  }

  /// Whether a job is queued or running.
  final class JobState: Sendable {
    fileprivate enum Phase { case idle, queued, running, runningAgain }

    fileprivate let phase = Lock(Phase.idle)
  }

  private struct State: ~Copyable {
    var jobs = RingBuffer<any Job>()
    var threadCount = 0
    var idleCount = 0
  }

  private static let idleTime = DispatchTimeInterval.seconds(1)

  private let name: String
  private let limit: Int
  private let state = Lock(State())
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - name: The name of its threads.
  ///   - limit: How many threads it has at most.
  init(_ name: String, limit: Int) {
    (self.name, self.limit) = (name, limit)
  }

  /// Sees that a job runs, after the jobs that are queued. If it is running, it runs once more.
  func submit(_ job: any Job) {
    let isNews = job.jobState.phase.withLock { phase in
      switch phase {
      case .idle:
        phase = .queued
        return true
      case .running: phase = .runningAgain
      case .queued, .runningAgain: break
      }
      return false
    }
    if isNews { add(job) }
  }

  private func add(_ job: any Job) {
    enum Way { case wake, start, none }
    let way = state.withLock { state -> Way in
      _ = state.jobs.append(job)
      if state.idleCount > 0 {
        state.idleCount -= 1
        return .wake
      }
      if state.threadCount == limit { return .none }
      state.threadCount += 1
      return .start
    }
    switch way {
    case .wake: wake.signal()
    case .start:
      let thread = Thread { [self] in work() }
      thread.name = name
      thread.start()
    case .none: break
    }
  }

  private func work() {
    while true {
      enum Next { case job(any Job), wait }
      let next = state.withLock { state -> Next in
        if let job = state.jobs.popFirst() { return .job(job) }
        state.idleCount += 1
        return .wait
      }
      switch next {
      case .job(let job): run(job)
      case .wait:
        if wake.wait(timeout: .now() + Self.idleTime) == .success { continue }
        // A job may have been added meanwhile, which has counted this thread as woken.
        let isDone = state.withLock { state in
          if state.idleCount == 0 { return false }
          state.idleCount -= 1
          state.threadCount -= 1
          return true
        }
        if isDone { return }
        wake.wait()
      }
    }
  }

  private func run(_ job: any Job) {
    job.jobState.phase.withLock { $0 = .running }
    let hasMore = job.run()
    let isAgain = job.jobState.phase.withLock { phase in
      let isAgain = hasMore || phase == .runningAgain
      phase = isAgain ? .queued : .idle
      return isAgain
    }
    if isAgain { add(job) }
  }
}

/// Calls closures one after the other, on a thread of a worker.
final class SerialQueue: Worker.Job {
  let jobState = Worker.JobState()
  private let worker: Worker
  private let actions = Lock(RingBuffer<@Sendable () -> Void>())

  init(on worker: Worker) {
    self.worker = worker
  }

  func async(_ action: @escaping @Sendable () -> Void) {
    actions.withLock { _ = $0.append(action) }
    worker.submit(self)
  }

  func run() -> Bool {
    guard let action = actions.withLock({ $0.popFirst() }) else { return false }
    action()
    return true
  }
}
#endif
