extension Transmitter {
  /// Calls a closure once the listeners on actors and dispatch queues have handled what was broadcast before this call,
  /// or have ended.
  ///
  /// Counts only the listeners that share the queues of the pair: those that listen directly, or behind operators that
  /// join no other receiver and have no clock. Behind ``Receiver/receive(on:)``, a value is handled when the dispatch
  /// queue has passed it on. If no value waits, the closure is called before this returns. Otherwise it is called on an
  /// actor or a dispatch queue, or where the last reference to a queue is released: it must be brief, and call no code
  /// of users.
  ///
  /// - Complexity: O(1) in time and memory for each actor and each dispatch queue.
  package func whenHandled(_ action: @escaping @Sendable () -> Void) {
    // The last reference to the marker is released behind the last turn that waits now.
    let marker = HandledMarker(action)
    channel?._withUnsafeGuaranteedRef { $0.addToWaiting(marker) }
    _fixLifetime(end)
  }
}

/// Takes turns in which nothing happens, behind the values that wait. Calls a closure once no queue has it any more.
final class HandledMarker: AnyMailbox, @unchecked Sendable {
  // Unchecked because the superclass is. The closure is `Sendable`, and does not change.
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  deinit {
    action()
  }

  override func takeTurn() {}
}
