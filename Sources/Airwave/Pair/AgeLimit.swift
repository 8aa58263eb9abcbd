/// The greatest age of replayed values, measured by a clock.
///
/// A channel with such a limit keeps the instant of each value. The values that are too old are evicted when the next
/// value is kept, when a listener joins, and when the replay is read while the gate is at rest.
@usableFromInline
final class AgeLimit: Sendable {
  let duration: Duration
  /// Returns the time since the strategy was made. Reads the clock of the user.
  let now: @Sendable () -> Duration

  init(_ duration: Duration, now: @escaping @Sendable () -> Duration) {
    self.duration = duration
    self.now = now
  }
}

/// Two strategies with a limit of age are equal only if one is a copy of the other. They then have the same `AgeLimit`.
extension AgeLimit: Hashable {
  @usableFromInline static func == (left: AgeLimit, right: AgeLimit) -> Bool { left === right }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The instants of the values of a `ReplayBuffer`. The lock of the buffer guards them.
@usableFromInline
final class Ages: @unchecked Sendable {
  // Unchecked: the lock of the buffer guards `instants`.

  @usableFromInline let limit: AgeLimit
  private var instants: RingBuffer<Duration>

  @usableFromInline init(_ ageLimit: AgeLimit, limit: Int) {
    self.limit = ageLimit
    instants = RingBuffer(limit: limit)
  }

  /// The present time. Reads the clock of the user, so the caller holds no lock.
  @usableFromInline var now: Duration { limit.now() }

  /// Appends the instant of a value. Evicts the oldest instant if the buffer evicts its oldest value.
  func append(_ instant: Duration) {
    _ = instants.append(instant)
  }

  @usableFromInline func removeAll() {
    _ = instants.takeAll()
  }

  func removeFirst(_ count: Int) {
    for _ in 0..<count { _ = instants.removeFirst() }
  }

  /// The number of instants that are too old.
  @usableFromInline func count(at now: Duration) -> Int {
    // A binary search: the instants are in order.
    var (count, end) = (0, instants.count)
    while count < end {
      let middle = (count + end) / 2
      if now.subtracting(instants[middle]) >= limit.duration { count = middle + 1 } else { end = middle }
    }
    return count
  }
}
