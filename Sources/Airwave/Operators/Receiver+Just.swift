extension Receiver {
  /// Makes a receiver of the given values, which finishes after the last one.
  ///
  /// ```swift
  /// Receiver.just(1, 2).listen { print($0) } onFinish: { print("done") }
  /// // 1
  /// // 2
  /// // done
  /// ```
  ///
  /// A listener without isolation hears the values before `listen` returns, and so does a main-actor listener if you
  /// call `listen` on the main actor.
  ///
  /// - Parameter values: The values. Without a value, the receiver is ``empty``.
  /// - Returns: A receiver that needs no transmitter.
  /// - Complexity: O(*n*) for each listener with *n* values, which the receiver keeps.
  @inlinable
  public static func just(_ values: Value...) -> Receiver<Value> {
    Receiver(
      Derivation { sink in
        for value in values where sink.isOpen { sink(value) }
        if sink.isOpen { sink.finish() }
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
  /// The closure of a listener is released at once, because it will never be called.
  @inlinable
  public static var never: Receiver<Value> {
    Receiver(Derivation(attach: { _ in }))
  }
}
