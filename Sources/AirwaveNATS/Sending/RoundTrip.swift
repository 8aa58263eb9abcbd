#if NATS
/// Estimates how long an acknowledgment takes, as TCP does (RFC 6298), and when a publish has timed out.
struct RoundTrip {
  private static let initialTimeout = Nanoseconds.second
  private static let shortestTimeout = 500 * Nanoseconds.millisecond
  private static let longestTimeout = 30 * Nanoseconds.second

  private var smoothed: Nanoseconds = 0
  private var variation: Nanoseconds = 0
  private var backoff = 0

  /// How long to wait for an acknowledgment. It doubles with each of two time-outs, until a publish is acknowledged.
  /// Not with more: a cluster without a leader answers nothing, and must be asked again soon after it has one.
  var timeout: Nanoseconds {
    let base = smoothed == 0 ? Self.initialTimeout : max(Self.shortestTimeout, smoothed + 4 * variation)
    return min(base << Nanoseconds(min(backoff, 2)), Self.longestTimeout)
  }

  /// Whether two time-outs in a row have passed without an acknowledgment.
  var isSilent: Bool { backoff >= 2 }

  /// The acknowledgment of a publish took this long.
  mutating func measure(_ sample: Nanoseconds) {
    if smoothed == 0 {
      (smoothed, variation) = (max(1, sample), sample / 2)
    } else {
      let difference = sample > smoothed ? sample - smoothed : smoothed - sample
      variation = (3 * variation + difference) / 4
      smoothed = max(1, (7 * smoothed + sample) / 8)
    }
  }

  mutating func timedOut() { backoff += 1 }

  /// A publish was acknowledged, or another server may be the next to acknowledge one.
  mutating func startAnew() { backoff = 0 }
}
#endif
