/// Holds each value back for an interval.
struct Delayer<Value: Sendable, Instant: InstantProtocol>: Pacer {
  let interval: Instant.Duration
  private let held = OperatorState(RingBuffer<(value: Value, due: Instant)>())

  init(interval: Instant.Duration) {
    self.interval = interval
  }

  var deadline: Instant? { held.content.isEmpty ? nil : held.content[0].due }

  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    _ = held.content.append((value, now.advanced(by: interval)))
    return nil
  }

  mutating func next(at now: Instant) -> Value? {
    guard let deadline, deadline <= now else { return nil }
    return held.content.popFirst()?.value
  }

  mutating func finish() -> [Value] {
    held.content.takeAll().values.map(\.value)
  }
}
