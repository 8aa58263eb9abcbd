/// The alarms on the clocks of the standard library, which have no state of their own. Each rings in a task of its own,
/// so that a slow listener does not hold up others.
let continuousOrigin = ContinuousClock.now
let continuousAlarms = AlarmQueue {
  continuousOrigin.duration(to: .now)
} sleep: { wake, ring in
  callRepeatedly(at: wake, sleepUntilContinuous, ring)
}
let suspendingOrigin = SuspendingClock.now
let suspendingAlarms = AlarmQueue {
  suspendingOrigin.duration(to: .now)
} sleep: { wake, ring in
  callRepeatedly(at: wake, sleepUntilSuspending, ring)
}
