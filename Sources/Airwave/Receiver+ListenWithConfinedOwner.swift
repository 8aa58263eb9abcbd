extension Receiver {
  /// Listens on behalf of any object, in code that is isolated to an actor, until the object is gone.
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
  /// The object need not be `Sendable`. It belongs to the actor, or the main actor, that the caller is isolated to, and is
  /// used there only: the closures run on that actor, and are released on it. Code without isolation cannot call this:
  /// there an owner must be `Sendable`.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. The listener ends with it, and with the actor.
  ///   - isolation: Where to listen: the caller's isolation. Leave it out.
  ///   - handle: Hears each value, beside the owner. If it is isolated to another actor, for example by `@MainActor`, it
  ///     could not use the owner: the listener has ended when this returns.
  ///   - onFinish: Is called once, after the last value, with the owner, unless that is gone. Otherwise as `handle`.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one weak reference to load for each value.
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
    let finish = onFinish.map { erasingIsolation($0) }
    return listen(with: owner, confinedTo: isolation, onFinish: finish) { _ in erasingIsolation(handle) }
      .tracked(fileID, line)
  }

  /// Listens with a method of any object, in code that is isolated to an actor, until the object is gone.
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
  /// The object need not be `Sendable`. It belongs to the actor, or the main actor, that the caller is isolated to, and is
  /// used there only. Code without isolation cannot call this: there an owner must be `Sendable`.
  ///
  /// - Parameters:
  ///   - owner: The object, held weakly. The listener ends with it, and with the actor.
  ///   - isolation: Where to listen: the caller's isolation. Leave it out.
  ///   - method: The method, such as `Log.write`. The listener ends if it is isolated to another actor.
  ///   - onFinish: Is called once, after the last value, with the owner, unless that is gone. If it is isolated to another
  ///     actor, the listener has ended when this returns.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the listening earlier.
  /// - Complexity: As ``listen(to:onFinish:fileID:line:)``, and one weak reference to load for each value.
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
    let finish = onFinish.map { erasingIsolation($0) }
    return listen(with: owner, confinedTo: isolation, onFinish: finish) { disposable in
      { owner, value in
        let function = method(owner)
        if canCall(function.isolation, on: actor) { erasingIsolation(function)(value) } else { disposable.dispose() }
      }
    }
    .tracked(fileID, line)
  }
}
