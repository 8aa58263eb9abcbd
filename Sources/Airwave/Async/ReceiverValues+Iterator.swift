extension ReceiverValues {
  /// Takes what has gathered in one go, and suspends when there is nothing.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let inbox: Inbox<Value>
    @usableFromInline let listening: ScopedDisposable

    @inlinable
    init(inbox: Inbox<Value>, listening: ScopedDisposable) {
      self.inbox = inbox
      self.listening = listening
    }

    /// The next value.
    ///
    /// - Parameter actor: Where the caller runs.
    /// - Returns: The value, or `nil` at the end or if the task is cancelled.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Value? {
      while !Task.isCancelled {
        if let value = inbox.next() { return value }
        if inbox.isOver { return nil }
        await withTaskCancellationHandler {
          await inbox.wait(isolation: actor)
        } onCancel: { [inbox] in
          inbox.wakeAll()
        }
      }
      listening.dispose()
      inbox.cancel()
      return nil
    }

    /// The next value.
    ///
    /// - Returns: The value, or `nil` at the end or if the task is cancelled.
    @inlinable
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }
  }
}
