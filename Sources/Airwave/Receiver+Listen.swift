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
    listen(on: handle.isolation, plain(handle), onFinish: onFinish).tracked(fileID, line)
  }

  /// Listens on behalf of an object: without a token, without `[weak self]`, until the object is gone.
  ///
  /// ```swift
  /// final class Log: Sendable {
  ///   init(_ receiver: Receiver<String>) {
  ///     receiver.listen(with: self) { log, line in log.write(line) }
  ///   }
  ///
  ///   func write(_ line: String) { print(line) }
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// var log: Log? = Log(receiver)
  /// withExtendedLifetime(log) { transmitter.broadcast("heard") }
  /// log = nil
  /// transmitter.broadcast("missed")
  /// // heard
  /// ```
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. The listener ends with the first value that finds it gone.
  ///   - handle: Hears each value, beside the owner. Runs on the isolation where it was written, as in ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one weak reference to load for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: AnyObject & Sendable>(
    with owner: Owner,
    @_inheritActorContext _ handle: @escaping @Sendable @isolated(any) (Owner, Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    listen(on: handle.isolation, with: owner, plain(handle)).tracked(owner: owner, fileID, line)
  }

  /// Listens with a method of an object, until the object is gone.
  ///
  /// ```swift
  /// final class Log: Sendable {
  ///   func write(_ line: String) { print(line) }
  /// }
  ///
  /// let log = Log()
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// receiver.listen(with: log, Log.write)
  /// transmitter.broadcast("heard")
  /// // heard
  /// ```
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. The listener ends with the first value that finds it gone.
  ///   - method: The method, such as `ViewModel.handle`. Runs on the isolation of its declaration.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one weak reference to load for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: AnyObject & Sendable>(
    with owner: Owner,
    _ method: @escaping @Sendable (Owner) -> @Sendable @isolated(any) (Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let listening = listen(on: method(owner).isolation, with: owner) { owner, value in
      let function: @Sendable (Value) -> Void = plain(method(owner))
      function(value)
    }
    return listening.tracked(owner: owner, fileID, line)
  }

  /// Listens on behalf of an actor, on that actor, until it is gone.
  ///
  /// ```swift compile
  /// actor Log {
  ///   func write(_ line: String) { print(line) }
  /// }
  ///
  /// let log = Log()
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// receiver.listen(with: log) { log, line in log.write(line) }
  /// transmitter.broadcast("heard a little later, in order")
  /// ```
  ///
  /// - Parameters:
  ///   - owner: The actor, held weakly. The listener ends with the first value that finds it gone.
  ///   - handle: Hears each value, isolated to the owner.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one weak reference to load for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: Actor>(
    with owner: Owner,
    _ handle: @escaping @Sendable (isolated Owner, Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let listening = listen(on: owner, with: owner) { owner, value in owner.assumeIsolated { handle($0, value) } }
    return listening.tracked(owner: owner, fileID, line)
  }
}
