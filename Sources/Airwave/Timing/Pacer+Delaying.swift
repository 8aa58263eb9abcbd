extension Pacer where Output == Value {
  /// Holds each value, and the end, back for an interval.
  static func delaying(for interval: Duration) -> Pacer {
    let held = OperatorState(RingBuffer<(value: Value, due: Duration)>())
    // The time at which the end is due, or nil before the end has come, and when it is due.
    let end = OperatorState<Duration?>(nil)
    let deadline = OperatorState<Duration?>(nil)
    let wait = { deadline.content = held.content.isEmpty ? end.content : held.content[0].due }
    return Pacer(deadline: deadline) { value, now in
      _ = held.content.append((value, now.adding(interval)))
      wait()
      return nil
    } next: { _ in
      if held.content.isEmpty { end.content = nil }
      let value = held.content.popFirst()?.value
      wait()
      return value
    } finish: { now in
      end.content = now.adding(interval)
      wait()
      return []
    }
  }
}
