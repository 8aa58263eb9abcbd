import Airwave

nonisolated(unsafe) let actors: [Scenario] = [
  Scenario("11: two threads broadcast to a listener on an actor") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let actor = Listening()
    actor.perform { $0.listen(to: receiver) }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { transmitter.broadcast(Box(11)) }
    run.finally("a value is lost or doubled") { actor.heard.isMerge(of: [1], [11]) }
  },
  Scenario("10, 11: the end of a listener on an actor follows its values") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let actor = Listening()
    actor.perform { $0.listen(to: receiver) }
    run.thread {
      [1, 2].forEach { transmitter.broadcast(Box($0)) }
      transmitter.finish()
    }
    run.finally("the end is not heard once, after all values") {
      actor.heard.ends == 1 && actor.heard.numbers == [1, 2]
    }
  },
  Scenario("9, 11: a listener on an actor is disposed of there beside a broadcast") { run in
    let (transmitter, receiver) = Receiver<Box>.make()
    let actor = Listening()
    actor.perform { $0.listen(to: receiver) }
    run.thread { transmitter.broadcast(Box(1)) }
    run.thread { actor.begin { $0.leave() } }
    run.finally("the listener stays") { receiver.listenerCount == 0 && actor.heard.isTail(of: [1]) }
  },
]

/// An actor whose jobs the runtime performs, one at a time.
actor Listening {
  nonisolated let heard = Heard()
  private nonisolated let executor = Executor()
  private var listening: Disposable?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func listen(to receiver: Receiver<Box>) {
    listening = receiver.listen { box in
      expect(isOffThreads(), "heard off the actor")
      self.heard.hear(box)
    } onFinish: {
      self.heard.end()
    }
  }

  func leave() {
    listening?.dispose()
    heard.isOver = true
  }

  nonisolated func begin(_ body: @escaping @Sendable (isolated Listening) -> Void) {
    Task.detached { await body(self) }
  }

  /// Performs a closure on the actor, and all blocks and tasks that are scheduled.
  nonisolated func perform(_ body: @escaping @Sendable (isolated Listening) -> Void) {
    begin(body)
    performBlocks()
  }

  private final class Executor: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      enqueueJob(UnownedJob(job), asUnownedSerialExecutor())
    }
  }
}

/// Whether the code runs in a block or a task.
@_silgen_name("checker_is_off_threads") private func isOffThreads() -> Bool
@_silgen_name("checker_enqueue") private func enqueueJob(_ job: UnownedJob, _ executor: UnownedSerialExecutor)
