extension Receiver {
  /// Calls closures when a listener joins, hears a value, leaves or finishes, and changes nothing for the listener.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let looked = receiver.handleEvents(
  ///   onListen: { print("listens") },
  ///   onValue: { print("hears \($0)") },
  ///   onDispose: { print("leaves") }
  /// )
  ///
  /// let listening = looked.listen { _ in }
  /// transmitter.broadcast(1)
  /// listening.dispose()
  /// // listens
  /// // hears 1
  /// // leaves
  /// ```
  ///
  /// - Parameters:
  ///   - onListen: Called before a listener joins.
  ///   - onValue: Called before a listener hears a value.
  ///   - onDispose: Called when a listener is disposed of or removed before the receiver finishes, on the thread that
  ///     does so.
  ///   - onFinish: Called when the receiver finishes, before the listener's own `onFinish`.
  /// - Returns: A receiver of the same values. Reading ``replayed`` or ``latest`` calls none of the closures.
  /// - Complexity: One call for each value and listener; keeps nothing.
  public func handleEvents(
    onListen: (@Sendable () -> Void)? = nil,
    onValue: (@Sendable (Value) -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil,
    onFinish: (@Sendable () -> Void)? = nil
  ) -> Receiver<Value> {
    deriving(of: source) { [self] sink in
      if sink.disposable.isPeek { return attach(sink) }
      onListen?()
      let source = sink.source { source in
        // Either the listener is disposed of first or the source finishes first. The first of the two ends this
        // disposable, so that only one of `onDispose` and `onFinish` is called.
        let end = Disposable()
        sink.disposable.whenEnded {
          source.dispose()
          if end.end(as: .ended) { onDispose?() }
        }
        // A bag silences a listener before it ends its source.
        let receive = { (value: Value) in
          guard sink.isOpen else { return }
          onValue?(value)
          sink(value)
        }
        let finish = {
          guard sink.isOpen, end.end(as: .ended) else { return }
          onFinish?()
          sink.finish()
        }
        return (receive, finish)
      }
      attach(source)
    }
  }

  /// Prints what happens to each listener.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.print("tap").listen { _ in }
  ///
  /// transmitter.broadcast(1)
  /// transmitter.finish()
  /// // tap: listen
  /// // tap: value 1
  /// // tap: finish
  /// ```
  ///
  /// - Parameter prefix: The text that each line begins with.
  /// - Returns: A receiver of the same values.
  /// - Complexity: One line for each value and listener; keeps nothing.
  public func print(_ prefix: String = "") -> Receiver<Value> {
    writing(prefix) { Swift.print($0) }
  }

  /// Prints what happens to each listener to a stream.
  ///
  /// ```swift
  /// import Synchronization
  ///
  /// final class Page: TextOutputStream, Sendable {
  ///   let text = Mutex("")
  ///
  ///   func write(_ string: String) { text.withLock { $0 += string } }
  /// }
  ///
  /// let page = Page()
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.print("tap", to: page).listen { _ in }
  ///
  /// transmitter.broadcast(1)
  /// print(page.text.withLock { $0 }, terminator: "")
  /// // tap: listen
  /// // tap: value 1
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: The text that each line begins with.
  ///   - stream: The stream to print to, on any thread. Each line is written to a copy of it. So it should be an
  ///     object, or a value that refers to one.
  /// - Returns: A receiver of the same values.
  /// - Complexity: One line for each value and listener; keeps nothing.
  public func print(_ prefix: String = "", to stream: some TextOutputStream & Sendable) -> Receiver<Value> {
    // Generic: a conformance that is isolated to the main actor does not satisfy this constraint, but it would convert
    // to an existential type.
    writing(prefix) { line in
      var copy = stream
      Swift.print(line, to: &copy)
    }
  }

  private func writing(_ prefix: String, _ write: @escaping @Sendable (String) -> Void) -> Receiver<Value> {
    let lead = prefix.isEmpty ? "" : "\(prefix): "
    return handleEvents(
      onListen: { write(lead + "listen") },
      onValue: { write(lead + "value \($0)") },
      onDispose: { write(lead + "dispose") },
      onFinish: { write(lead + "finish") }
    )
  }
}
