extension Derivation {
  /// Makes a view of a receiver that holds a token. The new receiver, and the receivers derived from it, hold the token
  /// through the view. Each listener holds it through its sink.
  convenience init(of receiver: Receiver<Value>, holding source: ScopedDisposable) {
    self.init(of: receiver.source) { sink in
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
  /// A transmitter of the same pair whose values, and whose end, take another way: `send` and `finish` hold what brings
  /// them to this transmitter. All else concerns the pair at once. The pair is not finished when the last copy is gone, unless
  /// that ends what the closures hold.
  package func detouring(
    send: @escaping @Sendable (Value) -> Void,
    finish: @escaping @Sendable () -> Void
  ) -> Transmitter<Value> {
    Transmitter(end: TransmitterEnd(Adapter(pair: end.pair, send: send, finish: finish)))
  }
}
