extension Receiver {
  /// Listens: calls a closure with every value, replayed values first.
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
  /// The closure runs on the isolation in which it was written, as with `Task {}`. A closure that is written in
  /// main-actor code runs on the main actor: at once if the broadcast is made there, otherwise later and in order. A
  /// closure that is written in an actor and uses its `self` runs on that actor, in order. A closure without isolation
  /// runs where the broadcast is made. The closure is never called while it is already running.
  ///
  /// The listener lives as long as the pair, or until it ends. Releasing the result does not end it. Inside the closure
  /// you may do anything: broadcast on the same pair, listen, and dispose of this listener and of others.
  ///
  /// - Parameters:
  ///   - handle: Called with each value.
  ///   - onFinish: Called once, after the last value: when the pair is finished, or when an operator such as
  ///     ``take(count:)`` is done. It is not called after ``Disposable/dispose()``. It follows the same rule of
  ///     isolation. Without isolation it runs where the last value was handled.
  ///   - fileID: The file that a ``ListenerTracker`` reports for this listener. Omit this argument.
  ///   - line: The line that a ``ListenerTracker`` reports for this listener. Omit this argument.
  /// - Returns: A disposable that ends the listener.
  /// - Complexity: O(1) in time and memory, amortized, and O(*n*) for *n* values that are replayed.
  @inlinable
  @discardableResult
  public func listen(
    @_inheritActorContext to handle: @escaping @Sendable @isolated(any) (Value) -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) () -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    listen(
      on: handle.isolation,
      erasingIsolation(handle),
      onFinish: onFinish.map { FinishHandler($0) },
      disposable: Disposable()
    )
    .tracked(fileID, line)
  }

  /// Unavailable: a closure that awaits.
  @available(*, unavailable, message: "use for await value in receiver.values, or asyncMap(_:) before listen(to:)")
  @discardableResult
  public func listen(to handle: (Value) async throws -> Void) -> Disposable { fatalError() }

  /// Unavailable: a closure that throws.
  @available(*, unavailable, message: "handle the failure in the closure: do { } catch { }")
  @discardableResult
  public func listen(to handle: (Value) throws -> Void) -> Disposable { fatalError() }
}
