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

  /// The sequence numbers of the values that are not too old.
  ///
  /// - Parameter now: The present time, or nil if the age of the values is not limited.
  /// - Returns: The numbers.
  @inlinable func numbers(at now: Duration?) -> Range<Int> {
    (evictedCount + agedCount(at: now))..<(evictedCount + ring.count)
  }

  /// Appends the values with some sequence numbers to an array that has the capacity for them.
  @inlinable func append(_ numbers: Range<Int>, to values: inout [Value]) {
    let (older, newer) = ring.spans
    let (start, end) = (numbers.lowerBound - evictedCount, numbers.upperBound - evictedCount)
    values.append(contentsOf: older[min(start, older.count)..<min(end, older.count)])
    values.append(contentsOf: newer[max(start - older.count, 0)..<max(end - older.count, 0)])
  }

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
  /// Copies the replayed values of one moment, oldest first.
  ///
  /// The lock is held while 1,024 values are copied at most, and then passed to a thread that waits for it. The moment
  /// is that of the first part. Values that are evicted after they were copied stay in the copy. If a value is evicted
  /// before it was copied, all values that were copied are older, and have been evicted, too: they are dropped, and the
  /// moment is that of the part which begins then.
  ///
  /// - Parameter now: The present time, if the age of the values is limited. Values that are too old are not copied.
  /// - Returns: The values.
  @inlinable
  func copy<Value>(at now: Duration? = nil) -> [Value] where State == ReplayBuffer<Value> {
    let part = 1_024
    var values: [Value] = []
    var rest = withLock { $0.numbers(at: now) }
    while !rest.isEmpty {
      // Without the lock, as is the release of values: an allocation of many pages takes long.
      values.reserveCapacity(values.count + rest.count)
      var droppedCount = 0
      var mustGiveWay = false
      withLock { buffer in
        if rest.lowerBound < buffer.evictedCount {
          droppedCount = values.count
          rest = buffer.numbers(at: now)
        }
        let numbers = rest.prefix(min(part, values.capacity - values.count))
        buffer.append(numbers, to: &values)
        rest = numbers.endIndex..<rest.endIndex
        mustGiveWay = isContended
      }
      values.removeFirst(droppedCount)
      if mustGiveWay { giveWay() }
    }
    return values
  }
}
