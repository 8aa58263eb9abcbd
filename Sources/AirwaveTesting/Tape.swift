internal import Airwave

/// The one owner of a recording, shared by a recorder and its listener.
final class Tape<Value: Sendable>: Sendable {
  let recording = Lock(Recording<Value>())

  /// Changes the recording, and then answers those who waited for that, outside the lock.
  func change(_ body: (inout Recording<Value>) -> [Recording<Value>.Reply]) {
    for (waiter, answer) in recording.withLock(body) { waiter.continuation.resume(returning: answer) }
  }

  /// Waits until a wish comes true, or cannot come true any more, or the time is up, or the task is cancelled.
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
        // Looked at inside, so that a cancellation is either seen here or finds the waiter.
        change { $0.add(waiter, isCancelled: Task.isCancelled) }
        // Begun after that, so that the alarm finds the waiter, too, if it still waits.
        guard recording.withLock({ $0.isWaiting(number) }) else { return }
        alarm = limit.alarm { self.change { $0.timeIsUp(number) } }
      }
    } onCancel: {
      change { $0.cancel(number) }
    }
  }
}
