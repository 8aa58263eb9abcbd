extension Junction {
  /// Sends the event that an asynchronous function returns. Does nothing if the listener has ended, if it only peeks
  /// at the replay, or if its owner is gone.
  ///
  /// The function runs in a task of its own. If the listener ends before the function returns, the task is cancelled,
  /// and sends nothing. After the function has returned, the task cannot be cancelled, because it calls listeners.
  @usableFromInline
  func send(resultOf function: @escaping @Sendable () async -> Event) {
    begin { report in
      // Detached, so that the task inherits neither priority nor task-local values from the calling thread.
      let task = Task.detached { report(await function()) }
      return { task.cancel() }
    }
  }

  /// Begins work that reports an event. Begins none if the listener has ended, if it only peeks at the replay, or if
  /// its owner is gone. If the listener ends before the report, the work is cancelled, and the report does nothing.
  ///
  /// - Parameter work: Begins the work. It is passed the function to which the work reports, once at most, and returns
  ///   the function that cancels the work.
  func begin(_ work: (_ report: @escaping @Sendable (Event) -> Void) -> @Sendable () -> Void) {
    guard !listener.isPeek, !listener.hasEndedWithOwner() else { return }
    let member = Disposable()
    // The report holds the junction weakly. So the listener and all that it owns are released at its end, even if the
    // work goes on.
    let cancel = work { [weak self] event in
      // Either this closes the disposable, or `dispose()` does and cancels the work.
      guard member.close(as: .ended) else { return }
      self?.send(event)
      member.dispose()
    }
    member.attach(to: Cancellation(cancel))
    add(member)
  }
}

/// An upstream that cancels work if the disposable is disposed of while it is live.
final class Cancellation: Upstream, @unchecked Sendable {
  // Unchecked because the superclass is: the only property is constant and `Sendable`.
  private let cancel: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }

  override func leave(_ disposable: Disposable) {
    // If the work was done before the disposable was attached to this object, the disposable has ended, but it is not
    // disposed of before the work has called the listeners.
    if disposable.isSilent { cancel() }
  }
}
