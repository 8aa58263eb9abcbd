/// Runs a closure on the main actor: at once if the caller is there, and a little later otherwise.
package func onMainActor(_ body: @escaping @MainActor () -> Void) {
  if MainQueue.isCurrent { MainActor.assumeIsolated(body) } else { Task.detached { await body() } }
}

extension Receiver {
  /// Reads something on the main actor when a listener begins, and again for each value of this receiver, which broadcasts there.
  ///
  /// A listener that joins elsewhere begins on the main actor a little later.
  ///
  /// - Parameter read: Reads it. `nil` is passed over.
  /// - Returns: A receiver of what was read.
  package func reading<Output: Sendable>(_ read: @escaping @MainActor () -> Output?) -> Receiver<Output> {
    Receiver<Output>(
      Derivation(of: source) { [self] sink in
        let send = { @Sendable (sink: Sink<Output>) in if let output = MainActor.assumeIsolated(read) { sink(output) } }
        if sink.disposable.isPeek {
          if MainQueue.isCurrent { send(sink) }
          return
        }
        // The sink is handed over to the main actor, and is used nowhere else.
        let handedOver = OnIsolation(content: sink)
        onMainActor {
          let sink = handedOver.content
          if sink.isOpen { send(sink) }
          let next = Sink<Value>(receive: { _ in send(sink) }, onEnd: sink.onEnd, disposable: sink.disposable)
          if sink.isOpen { self.attach(next) }
        }
      } listenerCount: { [self] in
        listenerCount
      }
    )
  }
}
