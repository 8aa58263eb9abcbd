/// Reports each pause that is at least as long as an interval, once.
struct Silencer<Value: Sendable, Instant: InstantProtocol>: Pacer {
  let interval: Instant.Duration
  /// The end of the present pause, or nil if it was reported.
  private(set) var deadline: Instant?

  init(interval: Instant.Duration, start: Instant) {
    self.interval = interval
    deadline = start.advanced(by: interval)
  }

  mutating func receive(_ value: Value, at now: Instant) -> Void? {
    deadline = now.advanced(by: interval)
    return nil
  }

  mutating func next(at now: Instant) -> Void? {
    guard let deadline, deadline <= now else { return nil }
    self.deadline = nil
    return ()
  }

  mutating func finish(at now: Instant) -> [Void] {
    deadline = nil
    return []
  }
}
