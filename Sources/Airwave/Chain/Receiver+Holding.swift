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
