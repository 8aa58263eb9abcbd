/// The base class of the objects that a disposable notifies of its end: a channel, a junction, a connection, or a
/// closure.
@usableFromInline
package class Upstream: @unchecked Sendable {
  // Unchecked because the class has subclasses. It has no state, and each subclass guards its own.

  /// Called once, by the thread that ended the listener.
  ///
  /// - Returns: What the caller passes to `Releases`, because it may hold the last references to what the listener has
  ///   captured: the upstream itself, or the listener that a channel has removed.
  func leave(_ disposable: Disposable) -> AnyObject? {
    preconditionFailure("overridden by every subclass")
  }
}

/// An upstream that calls a closure.
final class DisposalAction: Upstream, @unchecked Sendable {
  // Unchecked: the closure is constant, and may be called on any thread. Either its type was `Sendable` when it was
  // passed in, or the code that makes the action guarantees it.
  private let action: () -> Void

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  override func leave(_ disposable: Disposable) -> AnyObject? {
    action()
    return self
  }
}

/// An upstream that cancels work if the disposable is disposed of while it is live.
final class Cancellation: Upstream, @unchecked Sendable {
  // Unchecked because the superclass is: the only property is constant and `Sendable`.
  private let cancel: @Sendable () -> Void

  init(_ cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }

  override func leave(_ disposable: Disposable) -> AnyObject? {
    // If the work was done before the disposable was attached to this object, the disposable has ended, but it is not
    // disposed of before the work has called the listeners.
    if disposable.isSilent { cancel() }
    return self
  }
}
