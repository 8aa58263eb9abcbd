extension Receiver {
  /// Listens on behalf of an object until the object is deinitialized. You need neither a disposable nor `[weak self]`.
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
  ///   - owner: The object, held weakly. The listener ends when the object is deinitialized.
  ///   - handle: Called with the owner and each value. It runs on the isolation in which it was written, as in
  ///     ``listen(to:onFinish:fileID:line:)``.
  ///   - onFinish: Called once, with the owner, after the last value, unless the owner no longer exists. Otherwise as
  ///     in ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: The file that a ``ListenerTracker`` reports for this listener. Omit this argument.
  ///   - line: The line that a ``ListenerTracker`` reports for this listener. Omit this argument.
  /// - Returns: A disposable that ends the listener earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one load of a weak reference for each value.
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
    let disposable = Disposable(owner: owner, on: handle.isolation)
    return listen(on: handle.isolation, erasingIsolation(handle), onFinish: finish, endingWithOwnerOf: disposable)
      .tracked(fileID, line)
  }

  /// Listens with a method of an object until the object is deinitialized.
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
  ///   - owner: The object, held weakly. The listener ends when the object is deinitialized.
  ///   - method: The method, such as `ViewModel.handle`. It runs on the isolation of its declaration. A closure
  ///     that returns functions ends the listener if it returns one with another isolation than that of the first.
  ///   - onFinish: Called once, with the owner, after the last value, unless the owner no longer exists. Otherwise as
  ///     in ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: The file that a ``ListenerTracker`` reports for this listener. Omit this argument.
  ///   - line: The line that a ``ListenerTracker`` reports for this listener. Omit this argument.
  /// - Returns: A disposable that ends the listener earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one load of a weak reference for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: AnyObject & Sendable>(
    with owner: Owner,
    _ method: @escaping @Sendable (Owner) -> @Sendable @isolated(any) (Value) -> Void,
    @_inheritActorContext onFinish: (@Sendable @isolated(any) (Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let isolation = method(owner).isolation
    let finish = onFinish.map { FinishHandler(on: $0.isolation, with: owner, erasingIsolation($0)) }
    let disposable = Disposable(owner: owner, on: isolation)
    return listen(
      on: isolation,
      { (owner: Owner, value) in
        let function = method(owner)
        // The functions of a method have one isolation. Those that a closure returns may have several.
        if function.isolation === isolation { erasingIsolation(function)(value) } else { disposable.dispose() }
      },
      onFinish: finish,
      endingWithOwnerOf: disposable
    )
    .tracked(fileID, line)
  }

  /// Listens on behalf of an actor, on that actor, until the actor is deinitialized.
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
  ///   - owner: The actor, held weakly. The listener ends when the actor is deinitialized.
  ///   - handle: Called with each value, isolated to the owner.
  ///   - onFinish: Called once after the last value, isolated to the owner, unless the owner no longer exists.
  ///     Otherwise as in ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: The file that a ``ListenerTracker`` reports for this listener. Omit this argument.
  ///   - line: The line that a ``ListenerTracker`` reports for this listener. Omit this argument.
  /// - Returns: A disposable that ends the listener earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one load of a weak reference for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: Actor>(
    with owner: Owner,
    _ handle: @escaping @Sendable (isolated Owner, Value) -> Void,
    onFinish: (@Sendable (isolated Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    // A finish handler with an isolation would retain the owner. Without one, it is called where the last value was
    // handled, which is on the owner.
    let finish = onFinish.map { onFinish in
      FinishHandler(on: nil, with: owner) { $0.assumeIsolated { onFinish($0) } }
    }
    return listen(
      on: owner,
      { (owner: Owner, value) in owner.assumeIsolated { handle($0, value) } },
      onFinish: finish,
      endingWithOwnerOf: Disposable(owner: owner, on: owner)
    )
    .tracked(fileID, line)
  }
}
