/// What a disposable tells of its end: a channel, a junction, a connection, or an action of the user.
@usableFromInline
class Upstream: @unchecked Sendable {
  // Unchecked because a class with subclasses cannot be checked; it has no state, and each subclass guards its own.

  /// Called once, by the thread that ended the listener.
  func leave(_ disposable: Disposable) {
    preconditionFailure("overridden by every subclass")
  }
}

/// The closure that a `Disposable` of the user's own was made from.
final class DisposalAction: Upstream, @unchecked Sendable {
  // Unchecked for the reason above; its one member is constant, and may be called anywhere: its type said so when it was
  // given, or the caller of `Disposable.init(onAnyThread:)` vouches for it.
  private let action: () -> Void

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  override func leave(_ disposable: Disposable) {
    action()
  }
}
