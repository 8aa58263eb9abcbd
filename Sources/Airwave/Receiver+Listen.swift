extension Receiver {
  /// Listens: calls a closure with every value, those that are replayed first.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.listen { print($0) } onFinish: { print("the end") }
  ///
  /// transmitter.broadcast(1)
  /// transmitter.finish()
  /// // 1
  /// // the end
  /// ```
  ///
  /// The closure runs on the isolation where it was written, as with `Task {}`. Written in main-actor code it runs on the
  /// main actor: at once when the broadcast is made there, otherwise later, in order. Written in an actor, and using its
  /// `self`, it runs on that actor, in order. Without isolation it runs where the broadcast is made. It is never called
  /// while it is running.
  ///
  /// The listener lives as long as the pair, or until it ends; dropping the result does not end it. The closure may do
  /// anything: broadcast on the same pair, listen, dispose of itself and others.
  ///
  /// - Parameters:
  ///   - handle: Hears each value.
  ///   - onFinish: Is called once, after the last value: when the pair is finished, or when an operator such as
  ///     ``take(count:)`` is done; never after ``Disposable/dispose()``. Follows the same rule of isolation; without isolation
  ///     it runs where the last value was handled.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening.
  /// - Complexity: O(1) in time and memory, amortized, and O(*n*) for *n* values that are replayed.
  @inlinable
  @discardableResult
  public func listen(
    @_inheritActorContext to handle: @escaping @Sendable @isolated(any) (Value) -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) () -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    listen(on: handle.isolation, erasingIsolation(handle), onFinish: onFinish.map { FinishHandler($0) })
      .tracked(fileID, line)
  }
}
