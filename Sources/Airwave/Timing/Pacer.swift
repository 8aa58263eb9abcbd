/// Decides when values go on: a state machine without clock, lock or effect.
///
/// `pacing` owns one for each listener, tells it what happens, and does what it says.
protocol Pacer<Value, Output, Instant> {
  associatedtype Value: Sendable
  associatedtype Output: Sendable
  associatedtype Instant: InstantProtocol

  /// When to be woken, or nil if nothing is held back.
  var deadline: Instant? { get }

  /// A value has come.
  ///
  /// - Returns: What to forward now.
  mutating func receive(_ value: Value, at now: Instant) -> Output?

  /// Time has passed.
  ///
  /// - Returns: What to forward now, if anything is due. Called again until it is nil.
  mutating func next(at now: Instant) -> Output?

  /// No more values come.
  ///
  /// - Returns: What is still held back.
  mutating func finish() -> [Output]
}
