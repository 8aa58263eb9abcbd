/// The implementation of a derived receiver: it attaches listeners to the receivers before it.
@usableFromInline final class Derivation<Value: Sendable>: Sendable {
  /// Attaches a sink to the receivers before it.
  @usableFromInline let attach: @Sendable (Sink<Value>) -> Void

  /// Returns the number of listeners of the pairs before it.
  @usableFromInline let listenerCount: @Sendable () -> Int

  /// What calls the listeners of this view, and of all other views of the same source, one after the other: the gate of
  /// a channel or of a multicast, or the queue of a dispatch queue. Nil if each listener has a gate of its own, as
  /// after a junction.
  @usableFromInline let source: (any ActorQueueOwner)?

  /// The name of the operator, for the inspector.
  @usableFromInline let name: OperatorName

  /// The name is that of the operator, or nil if it is not one of the user.
  @inlinable init(
    of source: (any ActorQueueOwner)? = nil,
    named name: StaticString? = #function,
    attach: @escaping @Sendable (Sink<Value>) -> Void,
    listenerCount: @escaping @Sendable () -> Int = { 0 }
  ) {
    self.source = source
    self.attach = attach
    self.listenerCount = listenerCount
    self.name = OperatorName(name)
  }
}

extension Receiver {
  /// Makes an operator on this receiver. `attach` is called for each listener. `source` is nil if a thread that does
  /// not hold the gate of the receiver's source may call a sink.
  @inlinable func deriving<Output>(
    of source: (any ActorQueueOwner)?,
    named name: StaticString? = #function,
    _ attach: @escaping @Sendable (Sink<Output>) -> Void
  ) -> Receiver<Output> {
    let count = { @Sendable [self] in listenerCount }
    return Receiver<Output>(Derivation(of: source, named: name, attach: attach, listenerCount: count))
  }
}
