/// Holds each value, and the end, back for an interval.
struct Delayer<Value: Sendable, Instant: InstantProtocol>: Pacer {
  let interval: Instant.Duration
  private let held = OperatorState(RingBuffer<(value: Value, due: Instant)>())
  /// The instant at which the end is due, or nil before the end has come, and when it is due.
  private var end: Instant?

  init(interval: Instant.Duration) {
    self.interval = interval
  }

  var deadline: Instant? { held.content.isEmpty ? end : held.content[0].due }

  mutating func receive(_ value: Value, at now: Instant) -> Value? {
    _ = held.content.append((value, now.advanced(by: interval)))
    return nil
  }

  mutating func next(at now: Instant) -> Value? {
    guard let deadline, deadline <= now else { return nil }
    if held.content.isEmpty { end = nil }
    return held.content.popFirst()?.value
  }

  mutating func finish(at now: Instant) -> [Value] {
    end = now.advanced(by: interval)
    return []
  }
}
