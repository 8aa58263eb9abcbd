extension Receiver {
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
  ///   - fileID: The file of the listener that a ``ListenerTracker`` reports. Omit this argument.
  ///   - line: The line of the listener that a ``ListenerTracker`` reports. Omit this argument.
  /// - Returns: A disposable that ends the binding earlier.
  /// - Complexity: One set for each value.
  @discardableResult
  public func bind(
    to variable: Variable<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
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
  ///   - fileID: The file of the listener that a ``ListenerTracker`` reports. Omit this argument.
  ///   - line: The line of the listener that a ``ListenerTracker`` reports. Omit this argument.
  /// - Returns: A disposable that ends the binding earlier.
  /// - Complexity: One set for each value.
  @inlinable
  @discardableResult
  public func bind(
    to variable: Variable<Value?>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    map(Optional.some).bind(to: variable, fileID: fileID, line: line)
  }

  /// Unavailable: a receiver cannot be set.
  @available(*, unavailable, message: "a receiver cannot be set: bind to the variable, which is _name for $name")
  @discardableResult
  public func bind(to receiver: Receiver<Value>) -> Disposable { fatalError() }
}
