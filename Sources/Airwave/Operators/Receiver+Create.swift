extension Receiver {
  /// Makes a receiver from a source of your own, which begins with the first listener and ends after the last one.
  ///
  /// ```swift
  /// final class Sensor: Sendable {
  ///   let report: @Sendable (Int) -> Void
  ///   init(report: @escaping @Sendable (Int) -> Void) { self.report = report }
  ///   func measure() { report(20) }
  ///   func stop() { print("stopped") }
  /// }
  ///
  /// let degrees = Receiver<Int>.create { transmitter in
  ///   let sensor = Sensor { transmitter.broadcast($0) }
  ///   sensor.measure()
  ///   return Disposable { sensor.stop() }
  /// }
  ///
  /// let listening = degrees.listen { print($0) }
  /// listening.dispose()
  /// // 20
  /// // stopped
  /// ```
  ///
  /// The closure begins the source. It is called when the first listener joins, inside that call of `listen`. The
  /// values that the closure broadcasts before it returns reach the first listener. All listeners share the source.
  /// When the last of them has left, or when the source has finished, the disposable that the closure returned is
  /// disposed of. The next listener begins the source again.
  ///
  /// Keep the transmitter for as long as values may come, as a closure that broadcasts does. When the transmitter is
  /// released or finished, the source has finished: the `onFinish` closures of its listeners are called, and then the
  /// disposable is disposed of.
  ///
  /// The source runs once at a time. If a listener joins while another thread begins or ends the source, the closure is
  /// called after that, in a task. If a listener joins inside the closure, or inside the action of the disposable, the
  /// closure is called when these have returned.
  ///
  /// - Parameters:
  ///   - strategy: Which of the values since the source began a later listener hears. A negative limit stops the
  ///     program.
  ///   - fileID: The file that the inspector shows for the source. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the source.
  ///   - connect: Begins to broadcast. It is passed a transmitter, and returns a disposable that ends the source.
  /// - Returns: A receiver of the values. Its `listenerCount` is the number of listeners that share the source.
  /// - Complexity: One call each time that the source begins; O(1) for each value and listener. Keeps what the strategy
  ///   says.
  @inlinable
  public static func create(
    strategy: ReplayStrategy = .hot,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ connect: @escaping @Sendable (Airwave.Transmitter<Value>) -> Disposable
  ) -> Receiver<Value> {
    let connections = SerialConnections()
    let source = Receiver(
      Derivation { sink in
        // Without a connection there is no replay, and a listener that has ended needs no connection.
        if sink.disposable.isPeek || !sink.isOpen { return }
        connections.begin(for: sink.disposable) {
          if !sink.isOpen { return connections.end() }
          let (transmitter, receiver) = Receiver.make(name: nil, fileID: fileID, line: line)
          let connection = Disposable()
          let listening = sink.source { listening in
            sink.disposable.whenEnded {
              // If the source has finished, the listeners hear the end before the connection is disposed of.
              if !listening.isLive, !listening.isSilent { return }
              listening.dispose()
              connection.dispose()
            }
            let finish = {
              if listening.end(as: .ended) { sink.finish() }
              connection.dispose()
            }
            return (sink.receive, finish)
          }
          // This listener joins before the source begins, so it misses no value.
          receiver.attach(listening)
          let source = connect(transmitter)
          // The transmitter is released after this, which may finish the pair and end the source. If the listener has
          // ended meanwhile, this ends the source at once.
          withExtendedLifetime(transmitter) {
            connection.whenEnded {
              source.dispose()
              connections.end()
            }
          }
        }
      }
    )
    return source.share(strategy: strategy).forLivingOwners()
  }

  /// Makes a receiver of what an asynchronous function broadcasts. The function runs in one task for all listeners.
  ///
  /// ```swift
  /// func degrees(at minute: Int) async -> Int { 20 + minute }
  ///
  /// let measured = Receiver<Int>.task { transmitter in
  ///   for minute in 1...3 { transmitter.broadcast(await degrees(at: minute)) }
  /// }
  ///
  /// for await degrees in measured.values { print(degrees) }
  /// // 21
  /// // 22
  /// // 23
  /// ```
  ///
  /// The task begins when the first listener has joined, which therefore misses no value. When the function returns,
  /// the receiver finishes. If the last listener leaves earlier, the task is cancelled, and the function should return:
  /// in a loop, read `Task.isCancelled`. What it still broadcasts is not heard. The next listener begins a new task,
  /// even if the cancelled one has not returned yet.
  ///
  /// The task inherits neither priority nor task-local values. Reading ``replayed`` starts no task. <doc:Recipes> has a
  /// loop that connects again and again.
  ///
  /// - Parameters:
  ///   - strategy: Which of the values since the task began a later listener hears. A negative limit stops the program.
  ///   - fileID: The file that the inspector shows for the task. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for the task.
  ///   - run: Broadcasts with the transmitter that it is passed. Runs in a task, without isolation.
  /// - Returns: A receiver of the values. Its `listenerCount` is the number of listeners that share the task.
  /// - Complexity: One task each time that the first listener joins; O(1) for each value and listener. Keeps what the
  ///   strategy says.
  public static func task(
    strategy: ReplayStrategy = .hot,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ run: @escaping @Sendable (Airwave.Transmitter<Value>) async -> Void
  ) -> Receiver<Value> {
    create(strategy: strategy, fileID: fileID, line: line) { transmitter in
      let work = WorkObservation.begin()
      let task = Task.detached {
        defer { work?.end() }
        let runToEnd = { @Sendable in
          await run(transmitter)
          transmitter.finish()
        }
        guard let work else { return await runToEnd() }
        await work.run(runToEnd)
      }
      return Disposable {
        task.cancel()
        work?.end()
      }
    }
  }

  /// A view of a source that begins work when a listener joins: a listener whose owner is gone does not join.
  @usableFromInline func forLivingOwners() -> Receiver<Value> {
    deriving(of: source, named: nil) { [self] sink in
      if !sink.disposable.hasEndedWithOwner() { attach(sink) }
    }
  }
}

extension Disposable {
  /// Sets the closure that is called when the disposable ends: now, if it has already ended. Called once at most.
  @usableFromInline func whenEnded(_ action: @escaping () -> Void) {
    attach(to: DisposalAction(action))
  }
}
