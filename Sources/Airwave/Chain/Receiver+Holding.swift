extension Derivation {
  /// A view of a receiver that holds something for as long as anybody can hear: the new receiver and those derived from it
  /// through the view, each listener through its sink.
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
  /// Makes a disposable from what may be called on any thread, though its type does not say so: the end of something that
  /// another library began. It is called once.
  package convenience init(onAnyThread action: @escaping () -> Void) {
    self.init()
    attach(to: DisposalAction(action))
  }
}

extension Receiver {
  /// The same receiver, which holds its source: that ends when the receiver, those derived from it, and all their
  /// listeners are gone.
  package func holding(_ source: Disposable) -> Receiver<Value> {
    Receiver(Derivation(of: self, holding: source.scoped()))
  }
}
