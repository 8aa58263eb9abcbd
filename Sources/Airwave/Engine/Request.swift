/// Something asked of a channel while another thread, or a caller further up the stack, owned its gate.
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

  /// Whether it was pushed by a broadcast on another thread than the owner's. Written before the push.
  @exclusivity(unchecked) var isFromElsewhere = false

  /// The address of the next request of its list, or 0: of the one below it in the stack, which was pushed before it; of
  /// the one after it, once the owner has taken the stack. Written before the push, and by the owner.
  @exclusivity(unchecked) @usableFromInline var next: UInt = 0

  @usableFromInline init(_ action: Action) {
    self.action = action
  }
}

/// Evicts the oldest of the replayed values, up to the first that fails a condition.
@usableFromInline
final class EvictionRequest<Value>: Request {
  /// Called with the lock of the replay held.
  @usableFromInline let isTooOld: (Value) -> Bool

  init(_ isTooOld: @escaping (Value) -> Bool) {
    self.isTooOld = isTooOld
    super.init(.evict)
  }
}

/// A value that waits for its turn.
@usableFromInline
final class BroadcastRequest<Value>: Request {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) {
    self.value = value
    super.init(.broadcast)
  }
}
