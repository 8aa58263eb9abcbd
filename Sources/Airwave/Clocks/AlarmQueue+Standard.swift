/// The alarms on the clocks of the standard library, which have no state of their own.
let continuousOrigin = ContinuousClock.now
let continuousAlarms = AlarmQueue(ContinuousClock(), since: continuousOrigin)
let suspendingOrigin = SuspendingClock.now
let suspendingAlarms = AlarmQueue(SuspendingClock(), since: suspendingOrigin)

extension AlarmQueue {
  /// Makes the alarms of a clock, whose times are counted from an instant. Sleepers are tasks, which inherit neither
  /// priority nor task-local values.
  package convenience init<C: Clock>(_ clock: C, since origin: C.Instant) where C.Duration == Duration {
    self.init {
      origin.duration(to: clock.now)
    } sleep: { wake, ring in
      Task.detached {
        var next: Duration? = wake
        while let time = next {
          try? await clock.sleep(until: origin.advanced(by: time), tolerance: nil)
          next = ring(time)
        }
      }
    }
  }
}
