/// Holds a value back until an interval has passed without another value.
struct Debouncer<Value: Sendable, Instant: InstantProtocol>: Pacer {
  let interval: Instant.Duration
  private var held: Value?
  private(set) var deadline: Instant?

  init(interval: Instant.Duration) {
    self.interval = interval
  }

  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    held = value
    deadline = now.advanced(by: interval)
    return nil
  }

  mutating func next(at now: Instant) -> Value? {
    guard let deadline, deadline <= now else { return nil }
    return finish().first
  }

  mutating func finish() -> [Value] {
    defer { (held, deadline) = (nil, nil) }
    return held.map { [$0] } ?? []
  }
}
