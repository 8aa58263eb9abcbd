#if Inspector
/// The time that descriptions may take: 0.5 % of all time, which is saved up for a burst.
struct TimeAllowance: Sendable {
  private var nanoseconds = Sampler.mostNanoseconds
  private var last: Moment?

  mutating func admits(at now: Moment) -> Bool {
    let passed = Double(max(0, now.nanoseconds - (last ?? now).nanoseconds))
    last = now
    nanoseconds = min(Sampler.mostNanoseconds, nanoseconds + passed * Sampler.shareOfTime)
    return nanoseconds > 0
  }

  mutating func spend(from start: Moment, to end: Moment) {
    nanoseconds -= Double(end.nanoseconds - start.nanoseconds)
  }
}
#endif
