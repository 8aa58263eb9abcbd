import Synchronization

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
      keepProbe(of: request)
      removals.wrappingSubtract(1, ordering: .relaxed)
    case .releaseListeners:
      unsafeDowncast(request, to: RemovalRequest.self).removed = listeners.takeAll()
    case .clearReplay:
      drain(self, request, .clearing)
    case .instrument:
      request.perform(on: self)
    case .broadcast, .finish, .abandon:
      preconditionFailure("calls listeners")
    }
  }

  /// Completes a request that was performed plainly, and releases what it has removed. Notifies the operators behind
  /// listeners that were removed together: they are in no table, so no other thread calls what is behind them.
  @usableFromInline func complete(_ request: Request) {
    switch request.action {
    case .leave:
      let request = unsafeDowncast(request, to: LeaveRequest.self)
      if let removed = exchange(&request.removed, with: nil) { Releases.release(consume removed) }
    case .removeAllListeners:
      unsafeDowncast(request, to: RemovalRequest.self).removed.takeEach(remove)
    case .releaseListeners:
      unsafeDowncast(request, to: RemovalRequest.self).removed.takeEach { _ in }
    case .clearReplay:
      let request = unsafeDowncast(request, to: ClearRequest.self)
      if let evicted = exchange(&request.evicted, with: nil) { Releases.release(consume evicted) }
    default:
      break
    }
  }
}
