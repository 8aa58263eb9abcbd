extension Derivation {
  /// Makes a view of a receiver that holds a token. The new receiver, and the receivers derived from it, hold the token
  /// through the view. Each listener holds it through its sink.
  convenience init(of receiver: Receiver<Value>, holding source: ScopedDisposable) {
    self.init(of: receiver.source, behind: receiver.length) { sink in
      let receive = { (value: Value) in withExtendedLifetime(source) { sink(value) } }
      receiver.attach(Sink(receive: receive, onEnd: sink.onEnd, disposable: sink.disposable))
    } listenerCount: {
      receiver.listenerCount
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
  /// derived from it, and all their listeners are released.
  package func holding(_ source: Disposable) -> Receiver<Value> {
    Receiver(Derivation(of: self, holding: source.scoped()))
  }
}

extension Transmitter {
  /// Makes a transmitter of the same pair that passes its values and its end to closures. The closures hold what
  /// carries both to this transmitter. Everything else acts on the pair at once. The release of the last copy releases
  /// the closures. It finishes the pair only if that releases the last transmitter of the pair.
  package func detouring(
    send: @escaping @Sendable (Value) -> Void,
    finish: @escaping @Sendable () -> Void
  ) -> Transmitter<Value> {
    Transmitter(to: Adapter(pair: end.pair, send: send, finish: finish))
  }
}
