import Synchronization

extension Receiver {
  /// A receiver that runs an asynchronous function for each listener, forwards the result, and finishes.
  ///
  /// The function runs in a task. If the listener ends before the function returns, the task is cancelled.
  static func working(_ work: @escaping @Sendable () async -> Value) -> Receiver<Value> {
    .joining { (sink, junction: Junction<Value>) in
      if sink.disposable.isPeek || !sink.isOpen { return }
      junction.handleEvents { value in
        sink(value)
        sink.finish()
      }
      let completion = Completion()
      // Detached, so that the task inherits neither priority nor task-local values from the broadcasting thread. It
      // holds the junction weakly. So the listener and all that it owns are released at its end, even if the task is
      // still running.
      let task = Task.detached { [weak junction] in
        let value = await work()
        completion.isReached.store(true, ordering: .relaxed)
        junction?.send(value)
      }
      junction.add(
        Disposable {
          // After the work, the task calls the listeners with the result. They must not run in a cancelled task.
          if !completion.isReached.load(ordering: .relaxed) { task.cancel() }
        }
      )
    } listenerCount: {
      0
    }
  }
}

/// Whether the function has returned.
///
/// | Operation | Ordering | Pairs with | Publishes |
/// |---|---|---|---|
/// | `isReached`: store, load | relaxed | nothing: a listener that hears the result has acquired the gate that sent it | |
private final class Completion: Sendable {
  let isReached = Atomic<Bool>(false)
}

extension Result {
  /// Makes a result from the value that an asynchronous function returns, or from the error that it throws.
  init(of work: () async throws(Failure) -> Success) async {
    do { self = .success(try await work()) } catch { self = .failure(error) }
  }
}
