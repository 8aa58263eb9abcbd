extension Receiver {
  /// Writes every value into a property.
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
  /// The property is written on the isolation where you bind: a view's, on the main actor, in order.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has it, held weakly. The binding ends with the first value that finds it gone.
  ///   - isolation: Where to write: the caller's isolation. Leave it out.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the binding earlier.
  /// - Complexity: O(1) for each value.
  @discardableResult
  public func bind<Target: AnyObject & Sendable>(
    to keyPath: sending ReferenceWritableKeyPath<Target, Value>,
    on target: Target,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let path = OnIsolation(content: keyPath)
    // An actor that binds may go before the target does: the binding keeps it, to write there.
    let actor: (any Actor)? = isolation
    let binding = listen(on: actor, with: target) { target, value in
      withExtendedLifetime(actor) { target[keyPath: path.content] = value }
    }
    return binding.tracked(owner: target, fileID, line)
  }

  /// Writes every value into an optional property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - target: The object that has it, held weakly. The binding ends with the first value that finds it gone.
  ///   - isolation: Where to write: the caller's isolation. Leave it out.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the binding earlier.
  /// - Complexity: O(1) for each value.
  @discardableResult
  public func bind<Target: AnyObject & Sendable>(
    to keyPath: sending ReferenceWritableKeyPath<Target, Value?>,
    on target: Target,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    map(Optional.some).bind(to: keyPath, on: target, isolation: isolation, fileID: fileID, line: line)
  }
}
