extension Receiver {
  /// Listens on behalf of an object: without a token, without `[weak self]`, until the object is gone.
  ///
  /// ```swift
  /// final class Log: Sendable {
  ///   init(_ receiver: Receiver<String>) {
  ///     receiver.listen(with: self) { log, line in
  ///       log.write(line)
  ///     } onFinish: { log in
  ///       log.write("the end")
  ///     }
  ///   }
  ///
  ///   func write(_ line: String) { print(line) }
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let log = Log(receiver)
  /// var other: Log? = Log(receiver)
  /// withExtendedLifetime(other) { transmitter.broadcast("heard twice") }
  /// other = nil
  /// transmitter.broadcast("heard once")
  /// transmitter.finish()
  /// withExtendedLifetime(log) {}
  /// // heard twice
  /// // heard twice
  /// // heard once
  /// // the end
  /// ```
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. The listener ends with it.
  ///   - handle: Hears each value, beside the owner. Runs on the isolation where it was written, as in ``listen(to:onFinish:fileID:line:)``.
  ///   - onFinish: Is called once, after the last value, with the owner, unless that is gone. Otherwise as in
  ///     ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one weak reference to load for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: AnyObject & Sendable>(
    with owner: Owner,
    @_inheritActorContext _ handle: @escaping @Sendable @isolated(any) (Owner, Value) -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) (Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let finish = onFinish.map { FinishHandler(on: $0.isolation, with: owner, erasingIsolation($0)) }
    return listen(on: handle.isolation, with: owner, erasingIsolation(handle), onFinish: finish)
      .tracked(owner: owner, fileID, line)
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
  ///   - owner: The object, held weakly. The listener ends with it.
  ///   - method: The method, such as `ViewModel.handle`. Runs on the isolation of its declaration.
  ///   - onFinish: Is called once, after the last value, with the owner, unless that is gone. Otherwise as in
  ///     ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one weak reference to load for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: AnyObject & Sendable>(
    with owner: Owner,
    _ method: @escaping @Sendable (Owner) -> @Sendable @isolated(any) (Value) -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) (Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    listen(with: owner, calling: method, onFinish: onFinish).tracked(owner: owner, fileID, line)
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
  ///   - owner: The actor, held weakly. The listener ends with it.
  ///   - handle: Hears each value, isolated to the owner.
  ///   - onFinish: Is called once, after the last value, isolated to the owner, unless that is gone. Otherwise as in
  ///     ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one weak reference to load for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: Actor>(
    with owner: Owner,
    _ handle: @escaping @Sendable (isolated Owner, Value) -> Void,
    onFinish: (@Sendable (isolated Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    // Without an isolation of its own it is called where the last value was handled: on the owner, which it does not keep.
    let finish = onFinish.map { onFinish in
      FinishHandler(on: nil, with: owner) { $0.assumeIsolated { onFinish($0) } }
    }
    return listen(
      on: owner,
      with: owner,
      { owner, value in owner.assumeIsolated { handle($0, value) } },
      onFinish: finish
    )
    .tracked(owner: owner, fileID, line)
  }
}
