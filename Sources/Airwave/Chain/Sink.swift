/// How a listener ends, if not by itself.
@usableFromInline
package enum Ending {
  /// The last value is behind it.
  case finished
  /// The transmitter removed it.
  case removed
}

/// Where values go: one listener, seen from some place in its chain of operators.
///
/// Not `Sendable`: a sink, and the state of the operators in it, is used by one thread at a time (Contract 3).
@usableFromInline
package struct Sink<Value> {
  @usableFromInline let receive: (Value) -> Void
  /// What to do at the end; if nil, the listening ends and that is all.
  @usableFromInline let onEnd: ((Ending) -> Void)?
  @usableFromInline let disposable: Disposable

  @inlinable
  package init(receive: @escaping (Value) -> Void, onEnd: ((Ending) -> Void)?, disposable: Disposable) {
    self.receive = receive
    self.onEnd = onEnd
    self.disposable = disposable
  }

  @inlinable
  func callAsFunction(_ value: Value) {
    receive(value)
  }

  /// Whether it makes sense to send another value. An operator that sends several for one asks in between.
  @inlinable var isOpen: Bool { disposable.isLive }

  /// Ends the listening, with the last value behind it. An operator that is done calls this.
  @inlinable
  func finish() {
    end(.finished)
  }

  @inlinable
  func end(_ ending: Ending) {
    if let onEnd { onEnd(ending) } else { disposable.dispose() }
  }

  /// Disposes of the listener because the transmitter removed it, and tells the operators behind it. A listener that has
  /// ended is left alone.
  @inlinable
  func remove() {
    if disposable.remove() { onEnd?(.removed) }
  }
}
