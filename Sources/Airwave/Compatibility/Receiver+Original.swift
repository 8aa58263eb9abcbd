/// The names of the original Receiver library. Source that was written for it compiles when its import is changed.
extension Receiver {
  /// The write end of the pair.
  public typealias Transmitter = Airwave.Transmitter<Value>

  /// Which earlier values a new listener hears.
  public typealias Strategy = ReplayStrategy

  /// A function that is called with values.
  public typealias Handler = @Sendable (Value) -> Void

  /// Makes a pair of a transmitter and a receiver.
  ///
  /// - Parameter strategy: Which earlier values a new listener hears.
  /// - Returns: The transmitter and the receiver.
  @available(*, deprecated, renamed: "make(strategy:)")
  @inlinable
  public static func make(with strategy: ReplayStrategy) -> (Airwave.Transmitter<Value>, Receiver<Value>) {
    make(strategy: strategy)
  }

  /// Forwards each value together with the one before it, as a tuple without labels.
  ///
  /// The compiler chooses this overload only where the type `Receiver<(Value?, Value)>` is written out.
  ///
  /// - Returns: A receiver of pairs. The first pair of each listener has no previous value.
  /// - Complexity: O(1) for each value and listener; keeps one value.
  @_disfavoredOverload
  @inlinable
  public func withPrevious() -> Receiver<(Value?, Value)> {
    withPrevious().map { (pair: (previous: Value?, current: Value)) in (pair.previous, pair.current) }
  }
}
