/// Runs a closure on the main actor: at once if the caller is on the main actor, otherwise later in a task.
package func onMainActor(_ body: @escaping @MainActor () -> Void) {
  if MainQueue.isCurrent { return MainActor.assumeIsolated(body) }
  let work = WorkObservation.begin()
  Task.detached { @MainActor in
    guard let work else { return body() }
    work.run { body() }
    work.end()
  }
}

extension Receiver {
  /// Reads a value on the main actor when a listener joins, and again for each value of this receiver. The receiver
  /// must broadcast on the main actor.
  ///
  /// If a listener joins elsewhere, it is added on the main actor a little later, in a task.
  ///
  /// - Parameter read: Reads a value. If it returns `nil`, nothing is sent.
  /// - Returns: A receiver of the values that were read.
  package func reading<Output: Sendable>(_ read: @escaping @MainActor () -> Output?) -> Receiver<Output> {
    // Without a common source: a value that is read when a listener joins is sent outside of the source's gate.
    deriving(of: nil) { [self] sink in
      let send = { @Sendable (sink: Sink<Output>) in if let output = MainActor.assumeIsolated(read) { sink(output) } }
      if sink.disposable.isPeek {
        if MainQueue.isCurrent { send(sink) }
        return
      }
      // The sink is handed over to the main actor, and is used only there.
      let handedOver = OnIsolation(content: sink)
      onMainActor {
        let sink = handedOver.content
        if sink.isOpen { send(sink) }
        let next = Sink<Value>(receive: { _ in send(sink) }, onEnd: sink.onEnd, disposable: sink.disposable)
        if sink.isOpen { self.attach(next) }
      }
    }
  }
}
