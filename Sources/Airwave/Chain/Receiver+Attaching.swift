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
  @inlinable package func attach(_ sink: consuming Sink<Value>) {
    switch origin {
    case .derivation(let derivation):
      instrument?.passed(sink.disposable, through: derivation.name)
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
  @inlinable func attaching<Output>(
    named name: StaticString? = #function,
    _ operation: @escaping @Sendable (Sink<Output>) -> (Value) -> Void
  ) -> Receiver<Output> {
    deriving(of: source, named: name) { [self] sink in
      attach(Sink(receive: operation(sink), onEnd: sink.onEnd, disposable: sink.disposable))
    }
  }
}

extension Disposable {
  /// Makes a disposable from a closure that may be called on any thread, although its type is not `Sendable`: for
  /// example, the end of an operation of another library. The closure is called once.
  package convenience init(onAnyThread action: @escaping () -> Void) {
    self.init()
    attach(to: DisposalAction(action))
  }
}

extension Receiver {
  /// Returns a view of this receiver that holds its source. The source is disposed of when the view, the receivers
  /// derived from it, and all their listeners are released. Each listener holds it through its sink.
  package func holding(_ source: Disposable) -> Receiver<Value> {
    let source = source.scoped()
    return attaching(named: nil) { sink in
      { value in withExtendedLifetime(source) { sink(value) } }
    }
  }
}
