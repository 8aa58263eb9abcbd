extension Junction {
  /// Runs an asynchronous function in a task, and then a step that is passed its result.
  ///
  /// If the listener ends before the function returns, the task is cancelled, and the step does not run. After the
  /// function has returned, the end of the listener does not cancel the task, because it calls listeners.
  ///
  /// - Returns: The task, or nil if none was begun. The step runs even if the caller cancels the task.
  @discardableResult func run<Result: Sendable>(
    _ function: @escaping @Sendable () async -> Result,
    _ handle: @escaping (Result) -> Void
  ) -> Task<Void, Never>? {
    var begun: Task<Void, Never>?
    begin(handle) { report in
      // The owner of a listener with an isolation is looked at on its actor only.
      let (listener, actor) = (listener, listener.endIfOwnerIsGone().map { WeakActor($0) })
      let work = WorkObservation.begin()
      // Detached, so that the task inherits neither priority nor task-local values from the calling thread.
      let task = Task.detached {
        defer { work?.end() }
        if let actor, await !listener.isLive(on: actor) { return }
        guard let work else { return report(await function()) }
        await work.run { report(await function()) }
      }
      begun = task
      return {
        task.cancel()
        work?.end()
      }
    }
    return begun
  }

  /// Begins work that ends with a step. Begins none if the listener has ended, if it only peeks at the replay, or if
  /// its owner is gone. If the listener ends before the work does, the work is cancelled, and the step does not run.
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
    // Any thread may call the handler, which only sends a step.
    let handler = Box { [self] (result: Result) in run { handle(result) } }
    // The work holds the handler weakly. So the listener and all that it owns are released at its end, even if the work
    // goes on.
    let cancel = work { [weak handler] result in
      // Work that was cancelled does not load the handler, so that `dispose()` releases it on its own thread
      // (Contract 9).
      guard member.isLive else { return }
      // Either this closes the disposable, or `dispose()` does and cancels the work. The handler is loaded before: the
      // work may report while its caller attaches the disposable, which then releases the handler at once.
      guard let handler, member.stop(as: .ended) else { return }
      handler.content(result)
      member.dispose()
      // The work may keep this closure, and the member in it, for longer.
      _ = member.takeUpstream()
    }
    member.attach(to: Cancellation { withExtendedLifetime(handler, cancel) })
    add(member)
  }
}

extension Receiver {
  /// A receiver that runs an asynchronous function for each listener, forwards the result, and finishes.
  ///
  /// The function runs in a task. If the listener ends before the function returns, the task is cancelled.
  static func working(_ work: @escaping @Sendable () async -> Value) -> Receiver<Value> {
    .joining { sink, junction in
      junction.run(work) { value in
        sink(value)
        sink.finish()
      }
    }
  }

  /// Calls an asynchronous function with each value, in a task for each call, and forwards the results. Finishes after
  /// the last call.
  ///
  /// - Parameters:
  ///   - name: The name of the operator, or nil if it is not one of the user.
  ///   - maxConcurrent: The greatest number of calls that run at the same time. A value beyond it waits.
  ///   - policy: The values to keep while they wait.
  ///   - cancels: Whether a value that must wait cancels the call that began last. It waits for the call to return even
  ///     then.
  ///   - function: The function.
  ///   - onDrop: Called for each dropped value, with the number of values that the listener has dropped so far.
  /// - Returns: A receiver of the results.
  func working<Output: Sendable>(
    named name: StaticString? = #function,
    maxConcurrent: Int = 1,
    buffering policy: BufferingPolicy,
    cancelling cancels: Bool = false,
    _ function: @escaping @Sendable (Value) async -> Output,
    onDrop: (@Sendable (_ droppedCount: Int) -> Void)? = nil
  ) -> Receiver<Output> {
    joining(named: name) { [self] sink, junction in
      let waiting = OperatorState(RingBuffer<Value>(limit: policy.limit))
      let (runningCount, isFinished) = (OperatorState(0), OperatorState(false))
      let (droppedCount, latest) = (OperatorState(0), OperatorState<Task<Void, Never>?>(nil))
      func begin(_ value: Value) {
        runningCount.content += 1
        let task = junction.run({ await function(value) }) { output in
          runningCount.content -= 1
          sink(output)
          if sink.isOpen, let next = waiting.content.popFirst() { begin(next) }
          if isFinished.content, runningCount.content == 0 { sink.finish() }
        }
        if cancels { latest.content = task }
      }
      junction.listen(to: self) { value in
        if runningCount.content < maxConcurrent { return begin(value) }
        // For a listener that only reads the replay, work counts as begun and never returns: no value is dropped.
        if junction.listener.isPeek { return }
        latest.content?.cancel()
        guard waiting.content.append(value, keeping: policy) != nil else { return }
        droppedCount.content += 1
        onDrop?(droppedCount.content)
      } onFinish: {
        isFinished.content = true
        if runningCount.content == 0 { sink.finish() }
      }
    }
  }
}

/// Returns an asynchronous function whose result is what another one returns, or the error that it throws.
func catching<Value, Output, Failure: Error>(
  _ function: @escaping @Sendable (Value) async throws(Failure) -> Output
) -> @Sendable (Value) async -> Result<Output, Failure> {
  { value in
    do throws(Failure) { return .success(try await function(value)) } catch { return .failure(error) }
  }
}
