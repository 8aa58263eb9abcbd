extension Pacer where Output == [Value] {
  /// Collects values into a batch until the batch is full or the interval ends. The deadline is the end of the present
  /// interval, or nil if the interval has no value yet. The first interval begins when the listener joins, and each
  /// other one where the previous one ends.
  static func collecting(count: Int, for interval: Duration) -> Pacer {
    // The start of an earlier interval, or of the present one.
    let start = OperatorState(Duration.zero)
    let batch = OperatorState<[Value]>([])
    let deadline = OperatorState<Duration?>(nil)
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
        let elapsed = now.subtracting(start.content).attoseconds % interval.attoseconds
        deadline.content = now.adding(interval - Duration(attoseconds: elapsed))
      }
      return nil
    } next: { _ in
      release()
    } finish: { _ in
      release().map { [$0] } ?? []
    }
  }
}
