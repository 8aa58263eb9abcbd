// What other modules of the package call. It is here because it needs internals of the core. Each function says whose
// it is.

/// For AirwaveFoundation and AirwaveCombine, and for `Receiver.observing`: runs a closure on the main actor, at once if
/// the caller is on the main actor, and otherwise later in a task.
package func onMainActor(_ body: @escaping @MainActor () -> Void) {
  if MainQueue.isCurrent { return MainActor.assumeIsolated(body) }
  hop(to: MainActor.shared, WorkObservation.observed { MainActor.assumeIsolated(body) })
}

extension Receiver {
  /// For AirwaveFoundation and AirwaveUI: reads a value on the main actor when a listener joins, and again for each
  /// value of this receiver. The receiver must broadcast on the main actor.
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

  /// For AirwaveCombine, whose publishers send on the main actor: forwards values there, at once if they are sent
  /// there.
  package func receiveOnMainActor() -> Receiver<Value> {
    receive(in: source?.actorQueues.queue(on: MainActor.shared) ?? ActorQueue(on: MainActor.shared))
  }
}

extension Transmitter {
  /// For AirwaveNATS: makes a transmitter of the same pair that passes its values and its end to closures.
  ///
  /// The closures hold what carries both to this transmitter. Everything else acts on the pair at once. The release of
  /// the last copy releases the closures. It finishes the pair only if that releases the last transmitter of the pair.
  package func detouring(
    send: @escaping @Sendable (Value) -> Void,
    finish: @escaping @Sendable () -> Void
  ) -> Transmitter<Value> {
    Transmitter(through: self, send: send, finish: finish)
  }

  /// For AirwaveNATS: calls a closure once the listeners on actors and dispatch queues have handled what was broadcast
  /// before this call, or have ended.
  ///
  /// Counts only the listeners that share the queues of the pair: those that listen directly, or after operators that
  /// join no other receiver and have no clock. After ``Receiver/receive(on:)``, a value is handled when the dispatch
  /// queue has passed it on. If no value waits, the closure is called before this returns. Otherwise it is called on an
  /// actor or a dispatch queue, or where the last reference to a queue is released: it must be brief, and call no code
  /// of users.
  ///
  /// - Complexity: O(1) in time and memory for each actor and each dispatch queue.
  package func whenHandled(_ action: @escaping @Sendable () -> Void) {
    // The last reference to the marker is released behind the last turn that waits now.
    let marker = HandledMarker(action)
    channel?._withUnsafeGuaranteedRef { $0.addToWaiting(marker) }
    _fixLifetime(end)
  }
}
