internal import Airwave

/// The owner of a recording. A recorder and its listener share it.
final class Tape<Value: Sendable>: Sendable {
  let recording = Lock(Recording<Value>())

  /// Changes the recording under the lock. After unlocking, resumes the waiting calls to which the change has replied.
  func change(_ body: (inout Recording<Value>) -> [Recording<Value>.Reply]) {
    for (waiter, answer) in recording.withLock(body) { waiter.continuation.resume(returning: answer) }
  }

  /// Waits until a wish is fulfilled or cannot be fulfilled any more, the time limit has passed, or the task is
  /// cancelled.
  func wait(
    for wish: Recording<Value>.Wish,
    within limit: TimeLimit<some Clock<Duration>>
  ) async -> Recording<Value>.Answer {
    let number = recording.withLock { $0.nextNumber() }
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Recording<Value>.Waiter(number: number, wish: wish, continuation: continuation)
        // Checked under the lock. So either the cancellation is seen here, or its handler finds the waiter.
        change { $0.add(waiter, isCancelled: Task.isCancelled) }
        // Started after the waiter was added, so that the alarm finds the waiter if it still waits.
        guard recording.withLock({ $0.isWaiting(number) }) else { return }
        alarm = limit.alarm { self.change { $0.timeIsUp(number) } }
      }
    } onCancel: {
      change { $0.cancel(number) }
    }
  }
}
