extension Junction {
  /// Sends the event that an asynchronous function returns. Does nothing if the listener has ended, if it only peeks
  /// at the replay, or if its owner is gone.
  ///
  /// The function runs in a task of its own. If the listener ends before the function returns, the task is cancelled,
  /// and sends nothing. After the function has returned, the task cannot be cancelled, because it calls listeners.
  @usableFromInline
  func send(resultOf function: @escaping @Sendable () async -> Event) {
    guard !listener.isPeek, listener.isLive else { return }
    if endIfOwnerIsGone() { return }
    let work = Disposable()
    // Detached, so that the task inherits neither priority nor task-local values from the calling thread. It holds the
    // junction weakly. So the listener and all that it owns are released at its end, even if the task is still running.
    let task = Task.detached { [weak self] in
      let event = await function()
      // Either this closes the disposable, or `dispose()` does and cancels the task.
      guard work.close(as: .ended) else { return }
      self?.send(event)
      work.dispose()
    }
    work.attach(to: Cancellation(of: task))
    add(work)
  }
}

/// An upstream that cancels a task if the disposable is disposed of while it is live.
final class Cancellation: Upstream, @unchecked Sendable {
  // Unchecked because the superclass is: the only property is constant and `Sendable`.
  private let task: Task<Void, Never>

  init(of task: Task<Void, Never>) {
    self.task = task
  }

  override func leave(_ disposable: Disposable) {
    // If the function has returned before the disposable was attached to this object, the disposable has ended, but it
    // is not disposed of before the task has called the listeners.
    if disposable.isSilent { task.cancel() }
  }
}
