extension Receiver {
  /// Forwards each value together with the instant at which the listener hears it.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<String>.make()
  /// receiver.timestamped(clock: clock).listen { value, instant in print(value, instant) }
  ///
  /// transmitter.broadcast("a")
  /// clock.advance(by: .seconds(2))
  /// transmitter.broadcast("b")
  /// // a 0.0 seconds
  /// // b 2.0 seconds
  /// ```
  ///
  /// A replayed value has the instant of its replay. To keep the instant of the broadcast, share what is made here:
  /// `receiver.timestamped().share(strategy: .cold)`.
  ///
  /// - Parameter clock: The clock that tells the instant.
  /// - Returns: A receiver of tuples of a value and an instant.
  /// - Complexity: O(1) for each value and listener; keeps nothing.
  @inlinable
  public func timestamped<C: Clock>(
    clock: C = ContinuousClock()
  ) -> Receiver<(value: Value, instant: C.Instant)> {
    attaching { sink in
      { value in sink((value, clock.now)) }
    }
  }
}
