/// The functions of a state machine that decides when values are forwarded. It has no clock, no lock and no side
/// effect.
///
/// `Receiver.pacing` makes a pacer for each listener, passes values and the present time to it, and forwards the values
/// that it returns. Times are durations since the listener joined. The instants of a clock would be slower: the
/// compiler does not know their layout.
@usableFromInline
protocol Pacer<Value, Output>: SendableMetatype, ~Copyable {
  associatedtype Value
  associatedtype Output

  /// The time at which to call `next`, or nil if there is nothing to wait for.
  var deadline: Duration? { get }

  /// Accepts a value. Called after `next` has returned nil for the same time. Returns a value to forward now, or nil.
  mutating func receive(_ value: Value, at now: Duration) -> Output?

  /// Advances to a time. Called at the deadline or later, until it returns nil. Returns a value that is due, or nil.
  mutating func next(at now: Duration) -> Output?

  /// Ends the pacer: no value follows. If it then has a deadline, the end is due when it has none any more. Returns the
  /// values to forward now.
  mutating func finish(at now: Duration) -> [Output]
}
