/// The values that a channel replays. A `Lock` guards them.
@usableFromInline
struct ReplayBuffer<Value>: ~Copyable {
  @usableFromInline var ring: RingBuffer<Value>

  /// The instants of the values, if their age is limited.
  @usableFromInline let ages: Ages?

  @inlinable init(limit: Int, age: AgeLimit? = nil) {
    ring = RingBuffer(limit: limit)
    ages = age.map { Ages($0, limit: limit) }
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
    ages?.removeFirst(evicted.count)
    return evicted
  }

  /// The number of values that are too old. They are the oldest, because values are kept in the order of their
  /// instants.
  ///
  /// - Parameter now: The present time, or nil if the age of the values is not limited.
  /// - Returns: The number.
  @inlinable func agedCount(at now: Duration?) -> Int { now.flatMap { ages?.count(at: $0) } ?? 0 }

  /// A copy of the values that are not too old, oldest first.
  ///
  /// - Parameter now: The present time, or nil if the age of the values is not limited.
  /// - Returns: The values.
  @inlinable func values(at now: Duration?) -> [Value] {
    let agedCount = agedCount(at: now)
    return agedCount == 0 ? ring.values : Array(ring.values.dropFirst(agedCount))
  }

  /// Evicts all values.
  ///
  /// - Returns: The evicted values. The caller releases them without the lock.
  @inlinable mutating func removeAll() -> RingBuffer<Value> {
    ages?.removeAll()
    return ring.takeAll()
  }
}
