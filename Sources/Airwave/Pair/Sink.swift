/// The closures that receive the values of one listener, at one place in its chain of operators.
///
/// Not `Sendable`: a sink, and the state of the operators in it, is used by one thread at a time (Contract 3).
@usableFromInline package struct Sink<Value> {
  @usableFromInline let receive: (Value) -> Void
  /// Called at the end. If it is nil, `end(_:)` disposes of the listener instead.
  @usableFromInline let onEnd: ((Ending) -> Void)?
  @usableFromInline let disposable: Disposable

  @inlinable package init(receive: @escaping (Value) -> Void, onEnd: ((Ending) -> Void)?, disposable: Disposable) {
    self.receive = receive
    self.onEnd = onEnd
    self.disposable = disposable
  }

  @inlinable package func callAsFunction(_ value: Value) {
    receive(value)
  }

  /// Whether the listener is live. An operator that sends several values for one value checks this before each of them.
  @inlinable package var isOpen: Bool { disposable.isLive }

  /// Ends the listener after its last value. An operator that is done calls this.
  @inlinable package func finish() {
    end(.finished)
  }

  @inlinable func end(_ ending: Ending) {
    if let onEnd { onEnd(ending) } else { disposable.dispose() }
  }

  /// Disposes of the listener because the transmitter removed it, and notifies the operators after this sink. Does
  /// nothing if the listener has already ended.
  @inlinable func remove() {
    if disposable.end(as: .disposed) { onEnd?(.removed) }
  }
}
