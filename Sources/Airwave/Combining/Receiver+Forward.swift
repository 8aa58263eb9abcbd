extension Receiver {
  /// Broadcasts every value on another pair.
  ///
  /// ```swift
  /// let (source, received) = Receiver<Int>.make()
  /// let (target, forwarded) = Receiver<String>.make()
  /// received.map { "number \($0)" }.forward(to: target)
  /// forwarded.listen { print($0) }
  ///
  /// source.broadcast(1)
  /// // number 1
  /// ```
  ///
  /// A chain of pairs uses stack: each broadcasts from inside the delivery of the one before it, and ends from inside its
  /// end. On 512 KB of stack, which threads other than the main thread have on Apple platforms, some 800 pairs can follow
  /// each other in optimized code, and some 250 in code that is not optimized.
  ///
  /// - Parameters:
  ///   - transmitter: Where to broadcast. It lives until the forwarding ends, and is not finished with this pair as long as
  ///     others hold it.
  ///   - fileID: Where a ``ListenerTracker`` says that the listener was made.
  ///   - line: As `fileID`.
  /// - Returns: What ends the forwarding.
  /// - Complexity: One broadcast for each value.
  @inlinable
  @discardableResult
  public func forward(
    to transmitter: Airwave.Transmitter<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    listen(to: { value in transmitter.broadcast(value) }, fileID: fileID, line: line)
  }
}
