extension Receiver {
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
  ///   - fileID: The file that a ``ListenerTracker`` reports for this listener. Omit this argument.
  ///   - line: The line that a ``ListenerTracker`` reports for this listener. Omit this argument.
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
  ///   - fileID: The file that a ``ListenerTracker`` reports for this listener. Omit this argument.
  ///   - line: The line that a ``ListenerTracker`` reports for this listener. Omit this argument.
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
