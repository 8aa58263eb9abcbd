extension Receiver {
  /// Collects values into batches, each of which ends when another receiver has a value.
  ///
  /// ```swift
  /// let (lines, line) = Receiver<String>.make()
  /// let (pages, page) = Receiver<Void>.make()
  /// line.collect(until: page).listen { print($0) }
  ///
  /// ["a", "b"].forEach(lines.broadcast)
  /// pages.broadcast()
  /// pages.broadcast()
  /// lines.broadcast("c")
  /// lines.finish()
  /// // ["a", "b"]
  /// // []
  /// // ["c"]
  /// ```
  ///
  /// Each value of the other receiver forwards a batch, which is empty if no value has come since the last one. When
  /// this receiver finishes, the rest is forwarded if there is any, and the listener hears the end. The end of the
  /// other receiver has no effect. Disposal drops the rest.
  ///
  /// - Parameter other: The receiver whose values end a batch. It is listened to last, so that one of its replayed
  ///   values forwards the replayed values.
  /// - Returns: A receiver of arrays.
  /// - Complexity: O(1) for each value and listener, amortized; keeps one batch, whose size only the other receiver
  ///   bounds.
  @inlinable
  public func collect<Other: Sendable>(until other: Receiver<Other>) -> Receiver<[Value]> {
    joining { [self] sink, junction in
      let batch = OperatorState<[Value]>([])
      junction.listen(to: self) { value in
        batch.content.append(value)
      } onFinish: {
        let rest = exchange(&batch.content, with: [])
        if !rest.isEmpty { sink(rest) }
        sink.finish()
      }
      junction.listen(to: other) { _ in sink(exchange(&batch.content, with: [])) }
    }
  }
}
