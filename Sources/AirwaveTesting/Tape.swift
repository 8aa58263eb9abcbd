internal import Airwave

/// The owner of the values of a recorder. A recorder and its listener share it.
final class Tape<Value: Sendable>: Sendable {
  let content = Lock(TapeContent<Value>())

  /// Changes them under the lock. After unlocking, resumes the waiting calls to which the change has replied.
  func change(_ body: (inout TapeContent<Value>) -> [TapeContent<Value>.Reply]) {
    for (waiter, answer) in content.withLock(body) { waiter.reply(answer) }
  }

  /// Waits until a wish is fulfilled or cannot be fulfilled any more, the time limit has passed, or the task is
  /// cancelled.
  func wait(
    for wish: TapeContent<Value>.Wish,
    within limit: TimeLimit<some Clock<Duration>>
  ) async -> TapeContent<Value>.Answer {
    let number = content.withLock { $0.nextNumber() }
    let rest = Rest()
    var alarm: Task<Void, any Error>?
    defer { alarm?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = TapeContent<Value>.Waiter(number: number, wish: wish, continuation: continuation, rest: rest)
        // Checked under the lock. So either the cancellation is seen here, or its handler finds the waiter.
        change { $0.add(waiter, isCancelled: Task.isCancelled) }
        // The task continues after this closure has returned, and not before the rest has ended.
        rest.begin()
        // Started after the waiter was added, so that the alarm finds the waiter if it still waits.
        guard content.withLock({ $0.isWaiting(number) }) else { return }
        alarm = limit.alarm { self.change { $0.timeIsUp(number) } }
      }
    } onCancel: {
      change { $0.cancel(number) }
    }
  }
}
