extension Receiver {
  /// What this receiver shares with other views of it: a channel, a multicast, or the queue of a dispatch queue. Nil if
  /// each listener has a gate of its own.
  @inlinable var source: (any ActorQueueOwner)? {
    switch origin {
    case .channel(let channel): channel
    case .derivation(let derivation): derivation.source
    }
  }

  /// Attaches a sink. If its disposable is for a peek, the sink hears the replay and does not join.
  @inlinable
  package func attach(_ sink: consuming Sink<Value>) {
    switch origin {
    case .derivation(let derivation):
      sink.disposable.record(operator: derivation.name)
      derivation.attach(sink)
    case .channel(let channel):
      if sink.disposable.isPeek { channel.peek(sink) } else { channel.join(sink) }
    }
  }

  /// Makes an operator: a view of this receiver through a function that is made anew for each listener.
  ///
  /// `operation` is passed the sink that the operator sends to, and returns the function that handles each value. That
  /// function may keep state, because only one thread at a time uses it (Contract 3). An operator that is done calls
  /// the sink's `finish()`.
  @inlinable
  func attaching<Output>(
    named name: StaticString? = #function,
    _ operation: @escaping @Sendable (Sink<Output>) -> (Value) -> Void
  ) -> Receiver<Output> {
    deriving(of: source, named: name) { [self] sink in
      attach(Sink(receive: operation(sink), onEnd: sink.onEnd, disposable: sink.disposable))
    }
  }
}
