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
  /// The property is written on the isolation of the code that calls `bind`. To bind to a target that is not
  /// `Sendable`, or to a property of the main actor, call `bind` in code that is isolated to an actor.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has the property. It is held weakly, and the binding ends when it is deinitialized.
  ///   - isolation: The isolation on which the property is written: that of the caller. Omit this argument.
  ///   - fileID: The file of the listener that a ``ListenerTracker`` reports. Omit this argument.
  ///   - line: The line of the listener that a ``ListenerTracker`` reports. Omit this argument.
  /// - Returns: A disposable that ends the binding earlier.
  /// - Complexity: O(1) for each value.
  @discardableResult
  public func bind<Target: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Target, Value> & Sendable,
    on target: Target,
    isolation: (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    // The binding retains the actor, because the property is written there and the target may outlive other references
    // to the actor.
    let set = { (target: Target, value) in withExtendedLifetime(isolation) { target[keyPath: keyPath] = value } }
    let disposable = Disposable(owner: target, on: isolation)
    return listen(on: isolation, set, endingWithOwnerOf: disposable).tracked(fileID, line)
  }

  /// Writes every value into an optional property.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// final class Player: Sendable {
  ///   private let storage = Mutex<String?>(nil)
  ///   var title: String? {
  ///     get { storage.withLock { $0 } }
  ///     set { storage.withLock { $0 = newValue } }
  ///   }
  /// }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let player = Player()
  /// receiver.bind(to: \.title, on: player)
  ///
  /// transmitter.broadcast("a song")
  /// print(player.title ?? "silence")
  /// // a song
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has the property. It is held weakly, and the binding ends when it is deinitialized.
  ///   - isolation: The isolation on which the property is written: that of the caller. Omit this argument.
  ///   - fileID: The file of the listener that a ``ListenerTracker`` reports. Omit this argument.
  ///   - line: The line of the listener that a ``ListenerTracker`` reports. Omit this argument.
  /// - Returns: A disposable that ends the binding earlier.
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
  /// The property is written on the actor to which the calling code is isolated, in order: for a view, on the main
  /// actor. Neither the property nor the target needs to be `Sendable`, because both are used on that actor only.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has the property. It is held weakly, and the binding ends when it or the actor is
  ///     deinitialized.
  ///   - isolation: The isolation on which the property is written: that of the caller. Omit this argument.
  ///   - fileID: The file of the listener that a ``ListenerTracker`` reports. Omit this argument.
  ///   - line: The line of the listener that a ``ListenerTracker`` reports. Omit this argument.
  /// - Returns: A disposable that ends the binding earlier.
  /// - Complexity: O(1) for each value.
  @discardableResult
  public func bind<Target: AnyObject>(
    to keyPath: @autoclosure () -> ReferenceWritableKeyPath<Target, Value>,
    on target: Target,
    isolation: isolated any Actor = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    // An autoclosure instead of a key path: the compiler rejects a closure that is formed on one actor and passed to
    // another, but it accepts such a key path, even one to a property that is isolated to an actor.
    let path = keyPath()
    let set = { (target: Target, value) in target[keyPath: path] = value }
    let disposable = Disposable(owner: target, on: isolation)
    return listen(on: isolation, set, endingWithOwnerOf: disposable).tracked(fileID, line)
  }

  /// Writes every value into an optional property of any object, in code that is isolated to an actor.
  ///
  /// ```swift
  /// @MainActor final class Label { var text: String? }
  ///
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// let label = Label()
  /// receiver.bind(to: \.text, on: label)
  ///
  /// transmitter.broadcast("hello")
  /// print(label.text ?? "no text")
  /// // hello
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has the property. It is held weakly, and the binding ends when it or the actor is
  ///     deinitialized.
  ///   - isolation: The isolation on which the property is written: that of the caller. Omit this argument.
  ///   - fileID: The file of the listener that a ``ListenerTracker`` reports. Omit this argument.
  ///   - line: The line of the listener that a ``ListenerTracker`` reports. Omit this argument.
  /// - Returns: A disposable that ends the binding earlier.
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
