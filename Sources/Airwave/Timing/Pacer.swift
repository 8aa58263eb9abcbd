/// A state machine that decides when values are forwarded. It has no clock, no lock and no side effect.
///
/// `Receiver.pacing` makes a pacer for each listener, passes values and the present instant to it, and forwards the
/// values that it returns.
@usableFromInline
protocol Pacer<Value, Output, Instant> {
  associatedtype Value: Sendable
  associatedtype Output: Sendable
  associatedtype Instant: InstantProtocol

  /// The instant at which to call `next`, or nil if there is nothing to wait for.
  var deadline: Instant? { get }

  /// Accepts a value. Called after `next` has returned nil for the same instant.
  ///
  /// - Returns: A value to forward now, or nil.
  mutating func receive(_ value: Value, at now: Instant) -> Output?

  /// Advances to an instant. Called until it returns nil.
  ///
  /// - Returns: A value that is due, or nil if no value is due.
  mutating func next(at now: Instant) -> Output?

  /// Ends the pacer: no value follows. If it then has a deadline, the end is due when it has none any more.
  ///
  /// - Returns: The values to forward now.
  mutating func finish(at now: Instant) -> [Output]
}
