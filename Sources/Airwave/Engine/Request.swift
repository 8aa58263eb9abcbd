/// An operation that the owner of a gate performs. If the gate is owned, by another thread or by a caller further up
/// the stack, the operation is pushed, and waits for the owner.
@usableFromInline
class Request {
  @usableFromInline
  enum Action {
    case broadcast
    case join(AnyListener)
    case leave(Disposable)
    case removeAllListeners
    case clearReplay
    case sweep
    case evict
    case finish
  }

  @usableFromInline let action: Action

  /// Whether a broadcast pushed it on a thread other than the owner's. Written before the push.
  @exclusivity(unchecked) var isFromElsewhere = false

  /// The address of the next request of a list, or 0. In the stack, it is the request that was pushed before this one.
  /// After the owner has taken the stack, it is the request that was pushed after this one. Written before the push,
  /// and by the owner.
  @exclusivity(unchecked) @usableFromInline var next: UInt = 0

  @usableFromInline init(_ action: Action) {
    self.action = action
  }
}

/// A request to evict the oldest replayed values, up to the first that fails a condition.
@usableFromInline
final class EvictionRequest<Value>: Request {
  /// Called while the lock of the replay is held.
  @usableFromInline let isTooOld: (Value) -> Bool

  init(_ isTooOld: @escaping (Value) -> Bool) {
    self.isTooOld = isTooOld
    super.init(.evict)
  }
}

/// A request to broadcast a value.
@usableFromInline
final class BroadcastRequest<Value>: Request {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) {
    self.value = value
    super.init(.broadcast)
  }
}
