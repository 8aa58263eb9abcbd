extension Pacer where Output == Value {
  /// Holds a value back until an interval has passed without another value.
  @inlinable
  static func debouncing(for interval: Duration) -> Pacer {
    let held = OperatorState<Value?>(nil)
    let deadline = OperatorState<Duration?>(nil)
    let release = { () -> Value? in
      deadline.content = nil
      return exchange(&held.content, with: nil)
    }
    return Pacer(deadline: deadline) { value, now in
      held.content = value
      deadline.content = now.adding(interval)
      return nil
    } next: { _ in
      release()
    } finish: { _ in
      release().map { [$0] } ?? []
    }
  }
}
