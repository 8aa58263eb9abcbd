/// How long a connection stays after its last listener has left.
@usableFromInline
struct LingerPolicy: Sendable {
  /// Reads the clock when the last listener has left, and calls a closure when the connection is to end. Returns a
  /// function that prevents this call.
  let begin: @Sendable (_ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  init<C: Clock>(for interval: Duration, clock: C) where C.Duration == Duration {
    begin = { clock.alarm(at: clock.now.advanced(by: interval), $0) }
  }
}
