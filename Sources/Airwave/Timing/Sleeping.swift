/// Runs a closure in a task of its own, which inherits neither priority nor task-local values from the calling thread.
///
/// A function of a file without types: the linker drops it, and what the closures of its callers call, from a program
/// without alarms.
@inline(never) func runInTask(_ run: @escaping @Sendable () -> Void) {
  Task.detached { run() }
}

/// Begins a task that sleeps until a time, calls a closure with it, and sleeps again until the time that the closure
/// returns, if any.
@inline(never) package func callRepeatedly(
  at first: Duration,
  _ sleep: @escaping @Sendable (_ time: Duration) async -> Void,
  _ ring: @escaping @Sendable (Duration) -> Duration?
) {
  Task.detached {
    var next: Duration? = first
    while let time = next {
      await sleep(time)
      next = ring(time)
    }
  }
}

@inline(never) @Sendable func sleepUntilContinuous(_ time: Duration) async {
  try? await Task.sleep(until: continuousOrigin.advanced(by: time), clock: .continuous)
}

@inline(never) @Sendable func sleepUntilSuspending(_ time: Duration) async {
  try? await Task.sleep(until: suspendingOrigin.advanced(by: time), clock: .suspending)
}
