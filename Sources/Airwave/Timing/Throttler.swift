/// Forwards a value, then pauses for an interval. At the end of the pause it forwards the latest value of the pause, or
/// none.
@usableFromInline
struct Throttler<Value: Sendable, Instant: InstantProtocol>: Pacer {
  @usableFromInline let interval: Instant.Duration
  @usableFromInline let forwardsLatest: Bool
  @usableFromInline var held: Value?
  /// The end of the pause, or nil if the throttler is not pausing.
  @usableFromInline var deadline: Instant?

  @inlinable
  init(interval: Instant.Duration, forwardsLatest: Bool) {
    self.interval = interval
    self.forwardsLatest = forwardsLatest
  }

  @inlinable
  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    if deadline == nil {
      deadline = now.advanced(by: interval)
      return value
    }
    if forwardsLatest { held = value }
    return nil
  }

  @inlinable
  mutating func next(at now: Instant) -> Value? {
    guard let end = deadline, end <= now else { return nil }
    // A value that is forwarded at the end of a pause begins another pause.
    deadline = held == nil ? nil : now.advanced(by: interval)
    defer { held = nil }
    return held
  }

  @inlinable
  mutating func finish(at now: Instant) -> [Value] {
    defer { (held, deadline) = (nil, nil) }
    return held.map { [$0] } ?? []
  }
}
