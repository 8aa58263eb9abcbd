import Foundation
import Synchronization

/// Runs a closure on several threads that begin together, and returns when all are done.
///
/// Built on atomics only, for the reason that `Heard` gives.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let running = Countdown(count)
  let job = Job(body)
  await withCheckedContinuation { continuation in
    start(job, on: count, running) { continuation.resume() }
  }
  running.wait()
  job.body = nil
}

/// Runs a closure on another thread, and blocks until it is done: for use inside listeners.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let running = Countdown(1)
  let job = Job { _ in body() }
  start(job, on: 1, running) {}
  running.wait()
  job.body = nil
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

/// Counts down to zero, on any thread.
final class Countdown: Sendable {
  private let count: Atomic<Int>

  init(_ count: Int) {
    self.count = Atomic(count)
  }

  /// Counts down, and tells what is left.
  @discardableResult
  func countDown() -> Int {
    count.subtract(1, ordering: .acquiringAndReleasing).newValue
  }

  var isDone: Bool { count.load(ordering: .acquiring) <= 0 }

  func wait() {
    while !isDone { sched_yield() }
  }
}

/// Counts up, on any thread.
final class Tally: Sendable {
  private let storage = Atomic<Int>(0)

  func add(_ amount: Int) {
    storage.add(amount, ordering: .acquiringAndReleasing)
  }

  var count: Int { storage.load(ordering: .acquiring) }
}

/// Notices a closure that is called while it is running.
final class OverlapDetector: Sendable {
  private let running = Atomic<Int>(0)
  private let overlaps = Tally()

  func enter(_ body: () -> Void) {
    if running.add(1, ordering: .acquiringAndReleasing).oldValue > 0 { overlaps.add(1) }
    body()
    running.subtract(1, ordering: .acquiringAndReleasing)
  }

  var overlapCount: Int { overlaps.count }
}

/// Lets others run until a condition holds, or long enough to give up; the expectation that follows decides.
///
/// Between one look and the next stands a thread, not `Task.yield()`, which would keep tasks of lower priority from running.
func until(_ condition: () -> Bool, isolation: isolated (any Actor)? = #isolation) async {
  let end = ContinuousClock.now + .seconds(45)
  while !condition(), ContinuousClock.now < end { await onThreads(1) { _ in sched_yield() } }
}

/// A place for something that a listener needs before there is a way to capture it: its own token, most of all.
final class Box<Content: Sendable>: @unchecked Sendable {
  // Unchecked: used by one thread at a time.
  var content: Content?

  init(_ content: Content? = nil) {
    self.content = content
  }
}
