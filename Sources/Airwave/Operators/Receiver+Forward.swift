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
  /// A chain of pairs uses stack: each pair broadcasts, and finishes, from inside the delivery of the pair before it.
  /// With 512 KB of stack, the size for threads other than the main thread on Apple platforms, a chain may have some
  /// 800 pairs in optimized code, and some 250 in code that is not optimized.
  ///
  /// - Parameters:
  ///   - transmitter: The transmitter to broadcast with. It is kept alive until the forwarding ends. The end of this
  ///     pair does not finish the other pair while other copies of the transmitter exist.
  ///   - fileID: The file that `ListenerTracker` reports for this listener. Omit this argument and `line`.
  ///   - line: The line that `ListenerTracker` reports for this listener.
  /// - Returns: A disposable that ends the forwarding.
  /// - Complexity: One broadcast for each value.
  @inlinable
  @discardableResult
  public func forward(
    to transmitter: Airwave.Transmitter<Value>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    listen(on: nil, { transmitter.broadcast($0) }).tracked(fileID, line)
  }
}
