/// A way to listen to other receivers.
@usableFromInline
final class Derivation<Value: Sendable>: Sendable {
  /// Begins to listen with a sink.
  @usableFromInline let attach: @Sendable (Sink<Value>) -> Void

  /// How many listen to the pairs behind it.
  @usableFromInline let listenerCount: @Sendable () -> Int

  /// The channel, or the multicast, whose gate calls its listeners and those of other views of the same: one after the
  /// other. Nil if something stands between that each listener has for itself, as a junction does.
  @usableFromInline let source: (any ActorQueueOwner)?

  @inlinable
  init(
    of source: (any ActorQueueOwner)? = nil,
    attach: @escaping @Sendable (Sink<Value>) -> Void,
    listenerCount: @escaping @Sendable () -> Int
  ) {
    self.source = source
    self.attach = attach
    self.listenerCount = listenerCount
  }
}
