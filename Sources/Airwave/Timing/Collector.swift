/// Collects values into a batch until the batch is full or the interval ends.
struct Collector<Value: Sendable, Instant: InstantProtocol>: Pacer where Instant.Duration == Duration {
  let count: Int
  let interval: Duration
  /// The start of an earlier interval, or of the present one. Each interval starts where the previous one ends.
  private var start: Instant
  private var batch: [Value] = []
  /// The end of the present interval, or nil if the interval has no value yet.
  private(set) var deadline: Instant?

  init(count: Int, interval: Duration, start: Instant) {
    self.count = count
    self.interval = interval
    self.start = start
  }

  mutating func receive(_ value: Value, at now: Instant) -> [Value]? {
    batch.append(value)
    if batch.count >= count || interval == .zero {
      start = now
      return finish(at: now).first
    }
    if deadline == nil {
      let elapsed = start.duration(to: now).attoseconds % interval.attoseconds
      deadline = now.advanced(by: interval - Duration(attoseconds: elapsed))
    }
    return nil
  }

  mutating func next(at now: Instant) -> [Value]? {
    guard let deadline, deadline <= now else { return nil }
    return finish(at: now).first
  }

  mutating func finish(at now: Instant) -> [[Value]] {
    defer { (batch, deadline) = ([], nil) }
    return batch.isEmpty ? [] : [batch]
  }
}
