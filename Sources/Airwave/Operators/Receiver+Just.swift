extension Receiver {
  /// Makes a receiver of given values, which finishes after the last of them.
  ///
  /// ```swift
  /// Receiver.just(1, 2).listen { print($0) } onFinish: { print("done") }
  /// // 1
  /// // 2
  /// // done
  /// ```
  ///
  /// Each listener hears the values before `listen` returns, if it has no isolation or the isolation of the caller.
  ///
  /// - Parameter values: The values. Without any, the receiver is ``empty``.
  /// - Returns: A receiver that needs no transmitter.
  /// - Complexity: O(*n*) for each listener with *n* values, which the receiver keeps.
  @inlinable
  public static func just(_ values: Value...) -> Receiver<Value> {
    Receiver(
      Derivation { sink in
        for value in values where sink.isOpen { sink(value) }
        if sink.isOpen { sink.finish() }
      } listenerCount: {
        0
      }
    )
  }

  /// A receiver without values, which finishes at once.
  ///
  /// ```swift
  /// Receiver<Int>.empty.listen { print($0) } onFinish: { print("done") }
  /// // done
  /// ```
  @inlinable
  public static var empty: Receiver<Value> {
    just()
  }

  /// A receiver without values, which does not finish.
  ///
  /// ```swift
  /// let listening = Receiver<Int>.never.listen { print($0) } onFinish: { print("done") }
  /// print(listening.isDisposed)
  /// // false
  /// ```
  ///
  /// A listener is released at once, closure and all, because nothing will call it.
  @inlinable
  public static var never: Receiver<Value> {
    Receiver(Derivation(attach: { _ in }, listenerCount: { 0 }))
  }
}
