/// An operation that the holder of a gate performs. If the gate is held, by another thread or by a caller further up
/// the stack, the operation is pushed, and waits for the holder.
@usableFromInline
class Request {
  @usableFromInline
  enum Action {
    case broadcast
    case join
    case leave
    case removeAllListeners
    /// Releases all listeners, which keep their phase: no request follows that calls them.
    case releaseListeners
    case clearReplay
    case finish
    /// Finishes the pair because the last transmitter was released, and the end was not asked for.
    case abandon
    /// Has the instrument, which is the inspector, update what it keeps of the channel.
    case instrument
  }

  @usableFromInline final let action: Action

  /// The thread that pushed the request. Written before the push. The holder cannot tell its own requests by
  /// `Gate.holder`, which has the previous holder for a moment after the word has changed.
  @exclusivity(unchecked) final var thread: UInt = 0

  /// The address of the next request of a list, or 0. In the stack, it is the request that was pushed before this one.
  /// After the holder has taken the stack, it is the request that was pushed after this one. Written before the push,
  /// and by the holder.
  @exclusivity(unchecked) @usableFromInline final var next: UInt = 0

  @usableFromInline init(_ action: Action) {
    self.action = action
  }
}

/// A request to add a listener.
@usableFromInline
final class JoinRequest: Request {
  @usableFromInline let listener: AnyListener

  @usableFromInline init(_ listener: AnyListener) {
    self.listener = listener
    super.init(.join)
  }
}

/// A request to remove a listener.
final class LeaveRequest: Request {
  let disposable: Disposable

  /// The listener that the holder has removed from the table. It is released with the request, because a `deinit` may
  /// run any code.
  @exclusivity(unchecked) var removed: AnyListener?

  init(_ disposable: Disposable) {
    self.disposable = disposable
    super.init(.leave)
  }
}

/// A request to remove, or to release, all listeners, or to update the instrument.
final class RemovalRequest: Request {
  /// The listeners that the holder has removed from the table of the channel.
  @exclusivity(unchecked) var removed = ListenerTable()
}

/// A request to evict all replayed values.
@usableFromInline
final class ClearRequest: Request {
  /// The values that the holder has evicted. `complete` releases them.
  @exclusivity(unchecked) @usableFromInline var evicted: AnyObject?

  init() {
    super.init(.clearReplay)
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
