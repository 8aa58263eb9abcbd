extension Receiver {
  /// Writes every value into a property.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// final class Label: Sendable {
  ///   private let storage = Mutex("")
  ///   var text: String {
  ///     get { storage.withLock { $0 } }
  ///     set { storage.withLock { $0 = newValue } }
  ///   }
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let label = Label()
  /// receiver.bind(to: \.text, on: label)
  ///
  /// transmitter.broadcast("hello")
  /// print(label.text)
  /// // hello
  /// ```
  ///
  /// The property is written on the isolation where you bind. A target that is not `Sendable`, and a property of the main
  /// actor, can be bound to in code that is isolated to an actor.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has it, held weakly. The binding ends with it.
  ///   - isolation: Where to write: the caller's isolation. Leave it out.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the binding earlier.
  /// - Complexity: O(1) for each value.
  @discardableResult
  public func bind<Target: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Target, Value> & Sendable,
    on target: Target,
    isolation: (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let binding = listen(on: isolation, with: target) { target, value in
      // An actor that binds may be released before the target: the binding keeps it, to write there.
      withExtendedLifetime(isolation) { target[keyPath: keyPath] = value }
    }
    return binding.tracked(owner: target, fileID, line)
  }

  /// Writes every value into an optional property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has it, held weakly. The binding ends with it.
  ///   - isolation: Where to write: the caller's isolation. Leave it out.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the binding earlier.
  /// - Complexity: O(1) for each value.
  @discardableResult
  public func bind<Target: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Target, Value?> & Sendable,
    on target: Target,
    isolation: (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    map(Optional.some).bind(to: keyPath, on: target, isolation: isolation, fileID: fileID, line: line)
  }

  /// Writes every value into a property of any object, in code that is isolated to an actor.
  ///
  /// ```swift
  /// @MainActor final class Label { var text = "" }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let label = Label()
  /// receiver.bind(to: \.text, on: label)
  ///
  /// transmitter.broadcast("hello")
  /// print(label.text)
  /// // hello
  /// ```
  ///
  /// The property is written on the actor where you bind: a view's, on the main actor, in order. Neither the property nor the
  /// target need be `Sendable`, for they are used on that actor only.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has it, held weakly. The binding ends with it, and with the actor.
  ///   - isolation: Where to write: the caller's isolation. Leave it out.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the binding earlier.
  /// - Complexity: O(1) for each value.
  @discardableResult
  public func bind<Target: AnyObject>(
    to keyPath: @autoclosure () -> ReferenceWritableKeyPath<Target, Value>,
    on target: Target,
    isolation: isolated any Actor = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    // An autoclosure, because the compiler lets no closure that was written on one actor get to another. It does let key
    // paths, those to properties of an actor too.
    let path = keyPath()
    return listen(with: target, confinedTo: isolation, onFinish: nil) { _ in { $0[keyPath: path] = $1 } }
      .tracked(fileID, line)
  }

  /// Writes every value into an optional property of any object, in code that is isolated to an actor.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has it, held weakly. The binding ends with it, and with the actor.
  ///   - isolation: Where to write: the caller's isolation. Leave it out.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the binding earlier.
  /// - Complexity: O(1) for each value.
  @discardableResult
  public func bind<Target: AnyObject>(
    to keyPath: @autoclosure () -> ReferenceWritableKeyPath<Target, Value?>,
    on target: Target,
    isolation: isolated any Actor = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    map(Optional.some).bind(to: keyPath(), on: target, isolation: isolation, fileID: fileID, line: line)
  }
}
