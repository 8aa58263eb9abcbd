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
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
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
    listen(on: handle.isolation, erasingIsolation(handle), onFinish: onFinish.map { FinishHandler($0) })
      .tracked(fileID, line)
  }

  /// Listens on behalf of an object until the object is deinitialized. You need neither a disposable nor `[weak self]`.
  ///
  /// ```swift
  /// @MainActor
  /// final class Log {
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
  /// Use the object through the argument of the closure. A closure that uses `self` strongly keeps the object alive
  /// as long as the listener. Work that has begun for the listener, such as that of
  /// ``mapLatest(_:)->Receiver<Output>``, is cancelled within ten seconds after the object was deinitialized.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. The listener ends when the object is deinitialized.
  ///   - handle: Called with the owner and each value. It runs on the isolation in which it was written, as in
  ///     ``listen(to:onFinish:fileID:line:)``.
  ///   - onFinish: Called once, with the owner, after the last value, unless the owner no longer exists. Otherwise as
  ///     in ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
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
  ///   - method: The method, such as `ViewModel.handle`. It runs on the isolation of its declaration. If you pass a
  ///     closure that returns functions, they must have the same isolation: one with another isolation than the first
  ///     ends the listener.
  ///   - onFinish: Called once, with the owner, after the last value, unless the owner no longer exists. Otherwise as
  ///     in ``listen(to:onFinish:fileID:line:)``.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
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
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
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

  /// Listens on behalf of any object, in code that is isolated to an actor, until the object is deinitialized.
  ///
  /// ```swift
  /// nonisolated final class Log {
  ///   private(set) var lines: [String] = []
  ///
  ///   func write(_ line: String) { lines.append(line) }
  /// }
  ///
  /// @MainActor func listen(_ log: Log, to receiver: Receiver<String>) {
  ///   receiver.listen(with: log) { log, line in log.write(line) }
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let log = Log()
  /// listen(log, to: receiver)
  /// transmitter.broadcast("heard on the main actor")
  /// print(log.lines)
  /// // ["heard on the main actor"]
  /// ```
  ///
  /// The object need not be `Sendable`. It belongs to the actor that the caller is isolated to, such as the main actor,
  /// and is used there only: the closures run on that actor, and are released on it. You cannot call this from code
  /// without isolation, where an owner must be `Sendable`.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. The listener ends when the object, or the actor, is deinitialized.
  ///   - isolation: The actor on which the closures run. Omit this argument: the default is the caller's isolation.
  ///   - handle: Called with the owner and each value. A closure that is isolated to another actor, for example by
  ///     `@MainActor`, could not use the owner: the disposable that this returns has then already ended.
  ///   - onFinish: Called once, with the owner, after the last value, unless the owner no longer exists. Otherwise as
  ///     `handle`.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
  /// - Returns: A disposable that ends the listener earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one load of a weak reference for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: AnyObject>(
    with owner: Owner,
    isolation: isolated any Actor = #isolation,
    _ handle: @escaping @isolated(any) (Owner, Value) -> Void,
    onFinish: (@isolated(any) (Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let actor = ObjectIdentifier(isolation)
    guard canCall(handle.isolation, on: actor), canCall(onFinish?.isolation, on: actor) else { return .disposed }
    let finish = onFinish.map { FinishHandler(on: nil, with: owner, erasingIsolation($0)) }
    let disposable = Disposable(owner: owner, on: isolation)
    return listen(on: isolation, erasingIsolation(handle), onFinish: finish, endingWithOwnerOf: disposable)
      .tracked(fileID, line)
  }

  /// Listens with a method of any object, in code that is isolated to an actor, until the object is deinitialized.
  ///
  /// ```swift
  /// nonisolated final class Log {
  ///   private(set) var lines: [String] = []
  ///
  ///   func write(_ line: String) { lines.append(line) }
  /// }
  ///
  /// @MainActor func listen(_ log: Log, to receiver: Receiver<String>) {
  ///   receiver.listen(with: log, Log.write)
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let log = Log()
  /// listen(log, to: receiver)
  /// transmitter.broadcast("heard on the main actor")
  /// print(log.lines)
  /// // ["heard on the main actor"]
  /// ```
  ///
  /// The object need not be `Sendable`. It belongs to the actor that the caller is isolated to, such as the main actor,
  /// and is used there only. You cannot call this from code without isolation, where an owner must be `Sendable`.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. The listener ends when the object, or the actor, is deinitialized.
  ///   - isolation: The actor on which the method runs. Omit this argument: the default is the caller's isolation.
  ///   - method: The method, such as `Log.write`. If it is isolated to another actor, the first value ends the
  ///     listener.
  ///   - onFinish: Called once, with the owner, after the last value, unless the owner no longer exists. If it is
  ///     isolated to another actor, the disposable that this returns has already ended.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
  /// - Returns: A disposable that ends the listener earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one load of a weak reference for each value.
  @inlinable
  @discardableResult
  public func listen<Owner: AnyObject>(
    with owner: Owner,
    isolation: isolated any Actor = #isolation,
    _ method: @escaping (Owner) -> @isolated(any) (Value) -> Void,
    onFinish: (@isolated(any) (Owner) -> Void)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let actor = ObjectIdentifier(isolation)
    guard canCall(onFinish?.isolation, on: actor) else { return .disposed }
    let finish = onFinish.map { FinishHandler(on: nil, with: owner, erasingIsolation($0)) }
    let disposable = Disposable(owner: owner, on: isolation)
    return listen(
      on: isolation,
      { (owner: Owner, value) in
        let function = method(owner)
        if canCall(function.isolation, on: actor) { erasingIsolation(function)(value) } else { disposable.dispose() }
      },
      onFinish: finish,
      endingWithOwnerOf: disposable
    )
    .tracked(fileID, line)
  }
}
