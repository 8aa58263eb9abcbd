import Airwave
import Dispatch
import Foundation
package import Testing

/// Runs a closure on several threads that begin at the same time, and returns when all of them are done, and when the
/// deliveries that they have offered to other threads are done.
///
/// It synchronizes by atomics only, for the reason that `Heard` names.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  #if Inspector
  InspectedTests.begin()
  #endif
  await run(on: count, body)
  await untilDrained()
}

private func run(on count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let running = Countdown(count)
  let job = Job(body)
  await withCheckedContinuation { continuation in
    start(job, on: count, running) { continuation.resume() }
  }
  running.wait()
  job.body = nil
}

/// Waits until all deliveries are done that a thread has offered to others.
package func untilDrained() async {
  var pauses = Pauses()
  while !SystemPool.isAtRest { await pauses.next() }
}

/// Runs a closure on another thread, and blocks until the closure returns. For use inside listeners.
package func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let (running, done) = (Countdown(1), DispatchSemaphore(value: 0))
  let job = Job { _ in body() }
  start(job, on: 1, running) { done.signal() }
  done.wait()
  running.wait()
  job.body = nil
}

/// Waits on this thread until a condition holds, which another thread makes true.
package func spin(until condition: () -> Bool) {
  while !condition() { sched_yield() }
}

/// How long a test waits for something that must happen.
///
/// A busy machine may take minutes to continue a task. A test that would never end names what it has waited for.
package let timeLimit = Duration.seconds(1_200)

extension Trait where Self == TimeLimitTrait {
  /// The time limit of a suite whose tests wait. It names a test that hangs. It is longer than a run of all tests on a
  /// busy machine, because the wait for a turn counts.
  package static var patient: Self { .timeLimit(.minutes(60)) }
}

/// Polls a condition until it holds, or until the time limit has passed. The caller checks the result by an
/// expectation.
package func until(_ condition: () -> Bool, isolation: isolated (any Actor)? = #isolation) async {
  let end = ContinuousClock.now + timeLimit
  var pauses = Pauses()
  while !condition(), ContinuousClock.now < end { await pauses.next() }
}

/// The pauses between two polls, which leave the processors to what is waited for. Each is twice as long as the one
/// before, up to a millisecond. No test depends on their length. `Task.yield()` instead would keep tasks of lower
/// priority from running.
private struct Pauses {
  private static let queue = DispatchQueue(label: "until")
  private var microseconds = 16

  mutating func next(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      Self.queue.asyncAfter(deadline: .now() + .microseconds(microseconds)) { continuation.resume() }
    }
    microseconds = min(2 * microseconds, 1_000)
  }
}

/// The same, and ends the listeners whose owners are gone. The library does so by itself, but after pauses that grow to
/// seconds. No other test has its listeners ended while it wants no sweep.
package func untilSwept(_ condition: () -> Bool, isolation: isolated (any Actor)? = #isolation) async {
  await until {
    OwnedListeners.shared.withoutSweeps { OwnedListeners.shared.sweep() }
    return condition()
  }
}

/// The threads hold the job and not its closure, so that the captures of the closure are released when the job is done.
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
  // Unchecked: `body` is set before the threads begin, and cleared after they are done.
  var body: (@Sendable (Int) -> Void)?

  init(_ body: @escaping @Sendable (Int) -> Void) {
    self.body = body
  }
}
