import Synchronization

extension Receiver {
  /// A receiver that does asynchronous work for each listener, sends it the result, and finishes.
  ///
  /// The work is done in a task, which is cancelled when the listener ends before.
  static func working(_ work: @escaping @Sendable () async -> Value) -> Receiver<Value> {
    .joining { (sink, junction: Junction<Value>) in
      if sink.disposable.isPeek || !sink.isOpen { return }
      junction.handleEvents { value in
        sink(value)
        sink.finish()
      }
      let completion = Completion()
      // Detached, for it inherits nothing of a broadcaster. It holds nothing of the listener, so that all of that is
      // released at once when the listener ends, though the task has yet to notice.
      let task = Task.detached { [weak junction] in
        let value = await work()
        completion.isReached.store(true, ordering: .relaxed)
        junction?.send(value)
      }
      junction.add(
        Disposable {
          // What listeners do with the result runs in the task, and must not find itself cancelled.
          if !completion.isReached.load(ordering: .relaxed) { task.cancel() }
        }
      )
    } listenerCount: {
      0
    }
  }
}

/// Whether work is done.
private final class Completion: Sendable {
  let isReached = Atomic<Bool>(false)
}

extension Result {
  /// Does asynchronous work, and keeps what it returns or throws.
  init(of work: () async throws(Failure) -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
