/// The names of the original Receiver library. Source that was written for it compiles when its import is changed.
extension Receiver {
  /// The write end of the pair.
  ///
  /// ```swift
  /// let (transmitter, receiver): (Receiver<Int>.Transmitter, Receiver<Int>) = Receiver.make()
  /// receiver.listen { print($0) }
  /// transmitter.broadcast(1)
  /// // 1
  /// ```
  public typealias Transmitter = Airwave.Transmitter<Value>

  /// Which earlier values a new listener hears.
  ///
  /// ```swift
  /// let strategy = Receiver<Int>.Strategy.warm(upTo: 2)
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// print(receiver.replayed)
  /// // [2, 3]
  /// ```
  public typealias Strategy = ReplayStrategy

  /// A function that is called with values.
  ///
  /// ```swift
  /// let show: Receiver<Int>.Handler = { print("heard \($0)") }
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.listen(to: show)
  /// transmitter.broadcast(1)
  /// // heard 1
  /// ```
  public typealias Handler = @Sendable (Value) -> Void

  /// The type of the values, under the name that the generic parameter has in the original library.
  ///
  /// Extensions such as `extension Receiver where Wave == Int` compile with it. Write `Value` instead.
  @available(*, deprecated, renamed: "Value")
  public typealias Wave = Value

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
  /// The compiler chooses this overload only where the type `Receiver<(Value?, Value)>` is written out. It is
  /// deprecated, so that editors that complete code put the form with labels first.
  ///
  /// - Returns: A receiver of pairs. The first pair of each listener has no previous value.
  /// - Complexity: O(1) for each value and listener; keeps one value.
  @available(*, deprecated, message: "write the labels: Receiver<(previous: Value?, current: Value)>")
  @_disfavoredOverload
  @inlinable
  public func withPrevious() -> Receiver<(Value?, Value)> {
    withPrevious().map { (pair: (previous: Value?, current: Value)) in (pair.previous, pair.current) }
  }
}
