import Synchronization

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

// What each action of a request means for code that does not know the type of the values. `Channel.perform` does the
// rest: it performs what calls listeners.

extension Request {
  /// Returns whether performing the request may call listeners.
  ///
  /// - Parameter isReplaying: Whether a listener that joins is called.
  /// - Returns: Whether it may.
  func callsListeners(isReplaying: Bool) -> Bool {
    switch action {
    case .broadcast, .finish, .abandon: true
    case .join: isReplaying
    case .leave, .removeAllListeners, .releaseListeners, .clearReplay, .instrument: false
    }
  }
}

extension AnyChannel {
  /// For a holder: performs a request that calls no listener. Runs no user code. The caller then calls `complete`.
  @usableFromInline func performPlainly(_ request: Request) {
    switch request.action {
    case .leave:
      let request = unsafeDowncast(request, to: LeaveRequest.self)
      request.removed = listeners.remove(request.disposable)
    case .join:
      let listener = unsafeDowncast(request, to: JoinRequest.self).listener
      if listener.disposable.isLive { append(.passRetained(listener)) }
    case .removeAllListeners:
      let request = unsafeDowncast(request, to: RemovalRequest.self)
      request.removed = listeners.takeAll()
      if let probe = hooks.probe, let probe = request.removed.remove(probe.disposable) { listeners.append(probe) }
      removals.wrappingSubtract(1, ordering: .relaxed)
    case .releaseListeners:
      unsafeDowncast(request, to: RemovalRequest.self).removed = listeners.takeAll()
    case .clearReplay:
      drain(self, request, .clearing)
    case .instrument:
      instrument?.update(self, removing: &unsafeDowncast(request, to: RemovalRequest.self).removed)
    case .broadcast, .finish, .abandon:
      preconditionFailure("calls listeners")
    }
  }

  /// Completes a request that was performed plainly, and releases what it has removed. Notifies the operators after
  /// listeners that were removed together: they are in no table, so no other thread calls what is after them.
  @usableFromInline func complete(_ request: Request) {
    switch request.action {
    case .leave:
      let request = unsafeDowncast(request, to: LeaveRequest.self)
      if let removed = exchange(&request.removed, with: nil) { Releases.release(consume removed) }
    case .removeAllListeners:
      unsafeDowncast(request, to: RemovalRequest.self).removed.takeEach(remove)
    case .releaseListeners, .instrument:
      unsafeDowncast(request, to: RemovalRequest.self).removed.takeEach { _ in }
    case .clearReplay:
      let request = unsafeDowncast(request, to: ClearRequest.self)
      if let evicted = exchange(&request.evicted, with: nil) { Releases.release(consume evicted) }
    default:
      break
    }
  }
}
