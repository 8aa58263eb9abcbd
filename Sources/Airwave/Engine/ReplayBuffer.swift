/// The values that a channel replays. A `Lock` guards them.
@usableFromInline
struct ReplayBuffer<Value>: ~Copyable {
  @usableFromInline var ring: RingBuffer<Value>

  /// The number of values that have been evicted, which is the sequence number of the oldest value.
  @usableFromInline var evictedCount = 0

  /// The instants of the values, if their age is limited.
  @usableFromInline let ages: Ages?

  @inlinable init(limit: Int, age: AgeLimit? = nil) {
    ring = RingBuffer(limit: limit)
    ages = age.map { Ages($0, limit: limit) }
  }

  /// Appends a value.
  ///
  /// - Returns: The evicted value, if any. The caller releases it without the lock.
  @inlinable @inline(__always)
  mutating func append(_ value: Value) -> Value? {
    let evicted = ring.append(value)
    if evicted != nil { evictedCount &+= 1 }
    return evicted
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
    evictedCount += evicted.count
    ages?.removeFirst(evicted.count)
    return evicted
  }

  /// The number of values that are too old. They are the oldest, because values are kept in the order of their
  /// instants.
  ///
  /// - Parameter now: The present time, or nil if the age of the values is not limited.
  /// - Returns: The number.
  @inlinable func agedCount(at now: Duration?) -> Int { now.flatMap { ages?.count(at: $0) } ?? 0 }

  /// Evicts all values.
  ///
  /// - Returns: The evicted values. The caller releases them without the lock.
  @inlinable mutating func removeAll() -> RingBuffer<Value> {
    evictedCount += ring.count
    ages?.removeAll()
    return ring.takeAll()
  }
}

extension Lock where State: ~Copyable {
  /// Copies the replayed values, oldest first.
  ///
  /// The lock is held for 1,024 values at a time, so that no broadcast waits long for a copy. If a value is evicted
  /// before it was copied, the copy begins anew with parts twice as large, until all copied values are those of one
  /// moment.
  ///
  /// - Parameter now: The present time, if the age of the values is limited. Values that are too old are not copied.
  /// - Returns: The values.
  @inlinable
  func copy<Value>(at now: Duration? = nil) -> [Value] where State == ReplayBuffer<Value> {
    var part = 1_024
    while true {
      var values: [Value] = []
      var range: Range<Int>?
      var isComplete = false
      var mustPause = false
      while !isComplete {
        let isEvicted = withLock { buffer in
          let first = buffer.evictedCount
          let rest = range ?? (first + buffer.agedCount(at: now))..<(first + buffer.ring.count)
          if rest.lowerBound < first { return true }
          let end = rest.count > part ? rest.lowerBound + part : rest.upperBound
          values.reserveCapacity(buffer.ring.count)
          for number in rest.lowerBound..<end { values.append(buffer.ring[number - first]) }
          range = end..<rest.upperBound
          isComplete = end == rest.upperBound
          mustPause = isContended
          return false
        }
        if isEvicted { break }
        if mustPause && !isComplete { Pause.sleep() }
      }
      if isComplete { return values }
      part *= 2
    }
  }
}
