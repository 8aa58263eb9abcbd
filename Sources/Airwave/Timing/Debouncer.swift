/// Holds a value back until an interval has passed without another value.
@usableFromInline
struct Debouncer<Value: Sendable, Instant: InstantProtocol>: Pacer {
  @usableFromInline let interval: Instant.Duration
  @usableFromInline var held: Value?
  @usableFromInline var deadline: Instant?

  @inlinable
  init(interval: Instant.Duration) {
    self.interval = interval
  }

  @inlinable
  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    held = value
    deadline = now.advanced(by: interval)
    return nil
  }

  @inlinable
  mutating func next(at now: Instant) -> Value? {
    guard let deadline, deadline <= now else { return nil }
    return finish(at: now).first
  }

  @inlinable
  mutating func finish(at now: Instant) -> [Value] {
    defer { (held, deadline) = (nil, nil) }
    return held.map { [$0] } ?? []
  }
}
