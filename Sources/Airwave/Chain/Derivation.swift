/// The implementation of a derived receiver: it attaches listeners to the receivers before it.
@usableFromInline
final class Derivation<Value: Sendable>: Sendable {
  /// Attaches a sink to the receivers before it.
  @usableFromInline let attach: @Sendable (Sink<Value>) -> Void

  /// Returns the number of listeners of the pairs before it.
  @usableFromInline let listenerCount: @Sendable () -> Int

  /// The channel or the multicast whose gate calls the listeners of this view, and of all other views of the same
  /// source, one after the other. Nil if each listener has a gate of its own, as behind a junction.
  @usableFromInline let source: (any ActorQueueOwner)?

  /// The number of operators between this view and the pairs before it, on the longest way.
  @usableFromInline let length: Int

  /// `length` is that of the longest receiver before this one.
  @inlinable
  init(
    of source: (any ActorQueueOwner)? = nil,
    behind length: Int = 0,
    attach: @escaping @Sendable (Sink<Value>) -> Void,
    listenerCount: @escaping @Sendable () -> Int
  ) {
    self.source = source
    self.length = lengthened(length)
    self.attach = attach
    self.listenerCount = listenerCount
  }
}
