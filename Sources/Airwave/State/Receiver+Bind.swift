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
  ///   - isolation: Where the property is written: on the caller's isolation. Omit this argument and the two below.
  ///   - fileID: The file of the listener that `ListenerTracker` reports.
  ///   - line: The line of the listener that `ListenerTracker` reports.
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
  ///   - isolation: Where the property is written: on the caller's isolation. Omit this argument and the two below.
  ///   - fileID: The file of the listener that `ListenerTracker` reports.
  ///   - line: The line of the listener that `ListenerTracker` reports.
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
  ///   - isolation: Where the property is written: on the caller's isolation. Omit this argument and the two below.
  ///   - fileID: The file of the listener that `ListenerTracker` reports.
  ///   - line: The line of the listener that `ListenerTracker` reports.
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
  ///   - isolation: Where the property is written: on the caller's isolation. Omit this argument and the two below.
  ///   - fileID: The file of the listener that `ListenerTracker` reports.
  ///   - line: The line of the listener that `ListenerTracker` reports.
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

  /// Sets a variable to every value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let volume = Variable(5)
  /// receiver.bind(to: volume)
  ///
  /// transmitter.broadcast(7)
  /// print(volume.value)
  /// // 7
  /// ```
  ///
  /// The variable is set where the broadcast is made. It may also be set by other code: the last set wins. If the
  /// variable is a field that ``Variable/variable(at:)`` has made, the field is set.
  ///
  /// - Parameters:
  ///   - variable: The variable. It is held weakly, and the binding ends when it is deinitialized, or for a field, when
  ///     the variable that contains it is.
  ///   - fileID: The file of the listener that `ListenerTracker` reports. Omit this argument and `line`.
  ///   - line: The line of the listener that `ListenerTracker` reports.
  /// - Returns: A disposable that ends the binding earlier.
  /// - Complexity: One set for each value.
  @discardableResult
  public func bind(to variable: Variable<Value>, fileID: StaticString = #fileID, line: UInt = #line) -> Disposable {
    // The field itself may be released at once, because the variable that contains it does not hold it.
    let (root, reference) = (variable.root, variable.weakReference)
    let set = { (_: AnyObject, value: Value) -> Void in reference()?.value = value }
    let disposable = Disposable(owner: root, on: nil)
    return listen(on: nil, set, endingWithOwnerOf: disposable).tracked(fileID, line)
  }

  /// Sets a variable of optional values to every value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let selection = Variable<Int?>()
  /// receiver.bind(to: selection)
  ///
  /// transmitter.broadcast(7)
  /// print(selection.value ?? 0)
  /// // 7
  /// ```
  ///
  /// - Parameters:
  ///   - variable: The variable. It is held weakly, and the binding ends when it is deinitialized, or for a field, when
  ///     the variable that contains it is.
  ///   - fileID: The file of the listener that `ListenerTracker` reports. Omit this argument and `line`.
  ///   - line: The line of the listener that `ListenerTracker` reports.
  /// - Returns: A disposable that ends the binding earlier.
  /// - Complexity: One set for each value.
  @inlinable
  @discardableResult
  public func bind(to variable: Variable<Value?>, fileID: StaticString = #fileID, line: UInt = #line) -> Disposable {
    map(Optional.some).bind(to: variable, fileID: fileID, line: line)
  }

  /// Unavailable: a receiver cannot be set.
  @available(*, unavailable, message: "a receiver cannot be set: bind to the variable, which is _name for $name")
  @discardableResult
  public func bind(to receiver: Receiver<Value>) -> Disposable { fatalError() }
}
