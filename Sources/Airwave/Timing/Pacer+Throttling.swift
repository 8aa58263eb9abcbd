extension Pacer where Output == Value {
  /// Forwards a value, then pauses for an interval. At the end of the pause it forwards the latest value of the pause,
  /// or none. The deadline is the end of the pause, or nil while there is no pause.
  @inlinable
  static func throttling(for interval: Duration, latest: Bool) -> Pacer {
    let held = OperatorState<Value?>(nil)
    let deadline = OperatorState<Duration?>(nil)
    return Pacer(deadline: deadline) { value, now in
      if deadline.content == nil {
        deadline.content = now.adding(interval)
        return value
      }
      if latest { held.content = value }
      return nil
    } next: { now in
      // A value that is forwarded at the end of a pause begins another pause.
      deadline.content = held.content == nil ? nil : now.adding(interval)
      return exchange(&held.content, with: nil)
    } finish: { _ in
      deadline.content = nil
      return exchange(&held.content, with: nil).map { [$0] } ?? []
    }
  }
}
