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
