/// The names of the original Receiver library, so that source written for it needs another import and nothing else.
extension Receiver {
  /// The write end of the pair.
  public typealias Transmitter = Airwave.Transmitter<Value>

  /// What a new listener hears of earlier values.
  public typealias Strategy = ReplayStrategy

  /// A function that hears values.
  public typealias Handler = @Sendable (Value) -> Void

  /// Makes a pair.
  ///
  /// - Parameter strategy: What a new listener hears of earlier values.
  /// - Returns: Both ends.
  @available(*, deprecated, renamed: "make(strategy:)")
  @inlinable
  public static func make(with strategy: ReplayStrategy) -> (Airwave.Transmitter<Value>, Receiver<Value>) {
    make(strategy: strategy)
  }

  /// Forwards each value together with the one before it, as a tuple without labels.
  ///
  /// The compiler takes this one only where the type `Receiver<(Value?, Value)>` is spelled out.
  ///
  /// - Returns: A receiver of pairs. The first pair of each listener has no previous value.
  /// - Complexity: O(1) for each value and listener; keeps one value.
  @_disfavoredOverload
  @inlinable
  public func withPrevious() -> Receiver<(Value?, Value)> {
    withPrevious().map { (pair: (previous: Value?, current: Value)) in (pair.previous, pair.current) }
  }
}
