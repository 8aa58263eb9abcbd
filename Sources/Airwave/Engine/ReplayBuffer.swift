/// The values that a channel replays. A `Lock` guards them.
@usableFromInline
struct ReplayBuffer<Value>: ~Copyable {
  @usableFromInline var ring: RingBuffer<Value>

  /// The number of values that have been evicted, which is the sequence number of the oldest value.
  @usableFromInline var evictedCount = 0

  @inlinable init(limit: Int) {
    ring = RingBuffer(limit: limit)
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

  /// Evicts the oldest values, up to the first that fails a condition.
  ///
  /// - Returns: The evicted values. The caller releases them without the lock.
  @inlinable mutating func removeFirst(while condition: (Value) -> Bool) -> RingBuffer<Value> {
    var evicted = RingBuffer<Value>()
    while ring.count > 0, condition(ring[0]), let value = ring.popFirst() { _ = evicted.append(value) }
    evictedCount += evicted.count
    return evicted
  }

  /// Evicts all values.
  ///
  /// - Returns: The evicted values. The caller releases them without the lock.
  @inlinable mutating func removeAll() -> RingBuffer<Value> {
    evictedCount += ring.count
    return ring.takeAll()
  }
}

extension Lock where State: ~Copyable {
  /// Copies the replayed values, oldest first.
  ///
  /// The lock is held for 1,024 values at a time, so that no broadcast waits long for a copy. If a value is evicted
  /// before it was copied, the copy begins anew with parts twice as large, until all copied values are those of one
  /// moment.
  @inlinable
  func copy<Value>() -> [Value] where State == ReplayBuffer<Value> {
    var part = 1_024
    while true {
      var values: [Value] = []
      var range: Range<Int>?
      var isComplete = false
      var mustPause = false
      while !isComplete {
        let isEvicted = withLock { buffer in
          let first = buffer.evictedCount
          let rest = range ?? first..<(first + buffer.ring.count)
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
