extension Pacer where Instant: InstantProtocol, Instant.Duration == Duration, Output == [Value] {
  /// Collects values into a batch until the batch is full or the interval ends. The deadline is the end of the present
  /// interval, or nil if the interval has no value yet. The first interval begins at `start`, and each other one where
  /// the previous one ends.
  static func collecting(count: Int, for interval: Duration, from start: Instant) -> Pacer {
    // The start of an earlier interval, or of the present one.
    let start = OperatorState(start)
    let batch = OperatorState<[Value]>([])
    let deadline = OperatorState<Instant?>(nil)
    let release = { () -> [Value]? in
      deadline.content = nil
      let values = exchange(&batch.content, with: [])
      return values.isEmpty ? nil : values
    }
    return Pacer(deadline: deadline) { value, now in
      batch.content.append(value)
      if batch.content.count >= count || interval == .zero {
        start.content = now
        return release()
      }
      if deadline.content == nil {
        let elapsed = start.content.duration(to: now).attoseconds % interval.attoseconds
        deadline.content = now.advanced(by: interval - Duration(attoseconds: elapsed))
      }
      return nil
    } next: { _ in
      release()
    } finish: { _ in
      release().map { [$0] } ?? []
    }
  }
}
