/// How long a connection stays after its last listener has left.
@usableFromInline
struct Lingering: Sendable {
  /// Reads the clock when the last listener has left, and returns a function that waits until the connection is to end,
  /// or until its task is cancelled.
  let begin: @Sendable () -> @Sendable () async -> Void

  init<C: Clock>(for interval: Duration, clock: C) where C.Duration == Duration {
    begin = {
      let end = clock.now.advanced(by: interval)
      return { await clock.wait(until: end) }
    }
  }
}
