extension Pacer where Instant: InstantProtocol, Output == Void {
  /// Reports each pause that is at least as long as an interval, once. The deadline is the end of the present pause, or
  /// nil if it was reported.
  static func reportingSilence(for interval: Instant.Duration, from start: Instant) -> Pacer {
    let deadline = OperatorState<Instant?>(start.advanced(by: interval))
    return Pacer(deadline: deadline) { _, now in
      deadline.content = now.advanced(by: interval)
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
