extension Junction {
  /// Runs an asynchronous function in a task, and then a step that is passed its result.
  ///
  /// If the listener ends before the function returns, the task is cancelled, and the step does not run. After the
  /// function has returned, the task cannot be cancelled, because it calls listeners.
  func run<Result: Sendable>(
    _ function: @escaping @Sendable () async -> Result,
    _ handle: @escaping (Result) -> Void
  ) {
    begin(handle) { report in
      // Detached, so that the task inherits neither priority nor task-local values from the calling thread.
      let task = Task.detached { report(await function()) }
      return { task.cancel() }
    }
  }

  /// Begins work that ends with a step. Begins none if the listener has ended, if it only peeks at the replay, or if its
  /// owner is gone. If the listener ends before the work does, the work is cancelled, and the step does not run.
  ///
  /// - Parameters:
  ///   - handle: The step. It is passed what the work reports.
  ///   - work: Begins the work. It is passed the function to which the work reports, once at most, and returns the
  ///     function that cancels the work.
  func begin<Result: Sendable>(
    _ handle: @escaping (Result) -> Void,
    _ work: (_ report: @escaping @Sendable (Result) -> Void) -> @Sendable () -> Void
  ) {
    guard !listener.isPeek, !listener.hasEndedWithOwner() else { return }
    let member = Disposable()
    let handler = WorkHandler(handle)
    // The work holds the step weakly. So the listener and all that it owns are released at its end, even if the work
    // goes on.
    let cancel = work { [weak self, weak handler] result in
      // Either this closes the disposable, or `dispose()` does and cancels the work.
      guard member.close(as: .ended) else { return }
      if let self, let handler { run { handler.handle(result) } }
      member.dispose()
    }
    member.attach(to: Cancellation(cancel, keeping: handler))
    add(member)
  }
}

/// What a junction does with the result of work.
private final class WorkHandler<Result>: @unchecked Sendable {
  // Unchecked: only a step of the junction calls the function.
  let handle: (Result) -> Void

  init(_ handle: @escaping (Result) -> Void) {
    self.handle = handle
  }
}

/// An upstream that cancels work if the disposable is disposed of while it is live.
final class Cancellation: Upstream, @unchecked Sendable {
  // Unchecked because the superclass is: the properties are constant and `Sendable`.
  private let cancel: @Sendable () -> Void
  private let kept: (any AnyObject & Sendable)?

  /// - Parameters:
  ///   - cancel: Cancels the work.
  ///   - kept: What the work needs, and holds weakly.
  init(_ cancel: @escaping @Sendable () -> Void, keeping kept: (any AnyObject & Sendable)? = nil) {
    (self.cancel, self.kept) = (cancel, kept)
  }

  override func leave(_ disposable: Disposable) {
    // If the work was done before the disposable was attached to this object, the disposable has ended, but it is not
    // disposed of before the work has called the listeners.
    if disposable.isSilent { cancel() }
  }
}
