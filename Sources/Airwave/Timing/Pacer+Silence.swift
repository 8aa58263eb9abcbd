extension Pacer where Output == Void {
  /// Reports each pause that is at least as long as an interval, once. The deadline is the end of the present pause, or
  /// nil if it was reported.
  static func reportingSilence(for interval: Duration) -> Pacer {
    let deadline = OperatorState<Duration?>(interval)
    return Pacer(deadline: deadline) { _, now in
      deadline.content = now.adding(interval)
      return nil
    } next: { _ in
      deadline.content = nil
      return ()
    } finish: { _ in
      deadline.content = nil
      return []
    }
  }
}
