extension Receiver {
  /// What it has in common with all views of the same pair, unless listeners are called by gates of their own.
  @inlinable var source: (any ActorQueueOwner)? {
    switch origin {
    case .channel(let channel): channel
    case .derivation(let derivation): derivation.source
    }
  }

  /// Begins to listen with a sink.
  @inlinable
  package func attach(_ sink: Sink<Value>) {
    switch origin {
    case .derivation(let derivation):
      derivation.attach(sink)
    case .channel(let channel):
      if sink.disposable.isPeek { channel.peek(sink) } else { channel.join(Listener.make(sink)) }
    }
  }

  /// An operator: a view of this receiver through a function that is made anew for each listener.
  ///
  /// `operation` makes, from the sink that the operator sends to, what the operator does with each value. That may keep
  /// state, for it is used by one thread at a time (Contract 3). When it is done it calls the sink's `finish()`.
  @inlinable
  func attaching<Output>(
    _ operation: @escaping @Sendable (Sink<Output>) -> (Value) -> Void
  ) -> Receiver<Output> {
    Receiver<Output>(
      Derivation(of: source) { [self] sink in
        attach(Sink(receive: operation(sink), onEnd: sink.onEnd, disposable: sink.disposable))
      } listenerCount: { [self] in
        listenerCount
      }
    )
  }
}
