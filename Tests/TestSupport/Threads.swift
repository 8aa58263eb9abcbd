import Foundation

/// Runs a closure on several threads that begin together, and returns when all are done.
///
/// Built on atomics only, for the reason that `Heard` gives.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let running = Countdown(count)
  let job = Job(body)
  await withCheckedContinuation { continuation in
    start(job, on: count, running) { continuation.resume() }
  }
  running.wait()
  job.body = nil
}

/// Runs a closure on another thread, and blocks until it is done: for use inside listeners.
package func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let running = Countdown(1)
  let job = Job { _ in body() }
  start(job, on: 1, running) {}
  running.wait()
  job.body = nil
}

/// Lets others run until a condition holds, or long enough to give up; the expectation that follows decides.
///
/// Between one look and the next stands a thread, not `Task.yield()`, which would keep tasks of lower priority from running.
package func until(_ condition: () -> Bool, isolation: isolated (any Actor)? = #isolation) async {
  let end = ContinuousClock.now + .seconds(45)
  while !condition(), ContinuousClock.now < end { await onThreads(1) { _ in sched_yield() } }
}

/// The threads hold the job, not its closure, so that nobody holds what it captured after they are done.
private func start(_ job: Job, on count: Int, _ running: Countdown, completion: @escaping @Sendable () -> Void) {
  let starting = Countdown(count)
  for index in 0..<count {
    Thread.detachNewThread {
      starting.countDown()
      starting.wait()
      job.body?(index)
      if running.countDown() == 0 { completion() }
    }
  }
}

private final class Job: @unchecked Sendable {
  // Unchecked: written before the threads begin and after they are done.
  var body: (@Sendable (Int) -> Void)?

  init(_ body: @escaping @Sendable (Int) -> Void) {
    self.body = body
  }
}
