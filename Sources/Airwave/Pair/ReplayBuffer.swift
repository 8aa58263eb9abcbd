/// The values that a channel replays. A `Lock` guards them.
@usableFromInline struct ReplayBuffer<Value>: ~Copyable {
  @usableFromInline var ring: RingBuffer<Value>

  @usableFromInline let rule: ReplayRule

  @inlinable init(limit: Int, age: AgeLimit? = nil, isUntilHeard: Bool = false) {
    ring = RingBuffer(limit: limit)
    rule = isUntilHeard ? .unheard : age.map { .young(Ages($0, limit: limit)) } ?? .all
  }

  /// Evicts the values that are too old.
  ///
  /// - Parameters:
  ///   - now: The present time.
  ///   - limit: How many values are evicted at most.
  /// - Returns: The evicted values. The caller releases them without the lock.
  @usableFromInline mutating func removeAged(at now: Duration, upTo limit: Int = .max) -> RingBuffer<Value> {
    var evicted = RingBuffer<Value>()
    for _ in 0..<min(agedCount(at: now), limit) { _ = evicted.append(ring.removeFirst()) }
    rule.ages?.removeFirst(evicted.count)
    assertInvariants()
    return evicted
  }

  /// The number of values that are too old. They are the oldest, because values are kept in the order of their
  /// instants.
  ///
  /// - Parameter now: The present time, or nil if the age of the values is not limited.
  /// - Returns: The number.
  @inlinable func agedCount(at now: Duration?) -> Int { now.flatMap { rule.ages?.count(at: $0) } ?? 0 }

  /// A copy of the values that are not too old, oldest first.
  ///
  /// - Parameter now: The present time, or nil if the age of the values is not limited.
  /// - Returns: The values.
  @inlinable func values(at now: Duration?) -> [Value] {
    let agedCount = agedCount(at: now)
    return agedCount == 0 ? ring.values : Array(ring.values.dropFirst(agedCount))
  }

  /// Asserts that each value has an instant, if the age of the values is limited.
  func assertInvariants() {
    assert(rule.ages.map { $0.count == ring.count } ?? true, "each value has an instant")
  }

  /// Evicts all values.
  ///
  /// - Returns: The evicted values. The caller releases them without the lock.
  @inlinable mutating func removeAll() -> RingBuffer<Value> {
    rule.ages?.removeAll()
    return ring.takeAll()
  }
}

/// Which of the newest values a `ReplayBuffer` keeps.
@usableFromInline enum ReplayRule {
  /// All of them.
  case all
  /// The values that are not too old.
  case young(Ages)
  /// The values with which no listener was called.
  case unheard

  @inlinable var isAll: Bool { if case .all = self { true } else { false } }

  @inlinable var isUnheard: Bool { if case .unheard = self { true } else { false } }

  /// The instants of the values, if their age is limited.
  @inlinable var ages: Ages? { if case .young(let ages) = self { ages } else { nil } }
}

/// The greatest age of replayed values, measured by a clock.
///
/// A channel with such a limit keeps the instant of each value. The values that are too old are evicted when the next
/// value is kept, when a listener joins, and when the replay is read while the gate is at rest.
@usableFromInline final class AgeLimit: Sendable {
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
@usableFromInline final class Ages: @unchecked Sendable {
  // Unchecked: the lock of the buffer guards `instants`.

  @usableFromInline let limit: AgeLimit
  private var instants: RingBuffer<Duration>

  @usableFromInline init(_ ageLimit: AgeLimit, limit: Int) {
    self.limit = ageLimit
    instants = RingBuffer(limit: limit)
  }

  /// The present time. Reads the clock of the user, so the caller holds no lock.
  @usableFromInline var now: Duration { limit.now() }

  var count: Int { instants.count }

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
