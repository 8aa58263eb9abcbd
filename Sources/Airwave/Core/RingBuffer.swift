/// A queue with a limit, in a ring buffer whose capacity doubles up to that limit. When the queue is full, a new value
/// evicts the oldest one. The capacity of a large buffer halves when a quarter of it is in use.
@usableFromInline package struct RingBuffer<Value>: ~Copyable {
  @usableFromInline let limit: Int
  @usableFromInline var storage: UnsafeMutablePointer<Value>?
  @usableFromInline var capacity = 0
  @usableFromInline package internal(set) var count = 0
  /// The offset of the oldest value in `storage`.
  @usableFromInline var head = 0

  @inlinable package init(limit: Int = .max) {
    self.limit = limit
  }

  @inlinable deinit {
    for index in 0..<count { place(at: index).deinitialize(count: 1) }
    storage?.deallocate()
  }

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package var first: Value? { count == 0 ? nil : self[0] }

  @inlinable var last: Value? { count == 0 ? nil : self[count - 1] }

  /// The value at an index. Index 0 is the oldest value.
  @inlinable package subscript(index: Int) -> Value {
    get { place(at: index).pointee }
    set { place(at: index).pointee = newValue }
  }

  /// The values as they are stored: the older ones up to the end of the storage, and the newer ones at its beginning.
  @inlinable var spans: (older: UnsafeBufferPointer<Value>, newer: UnsafeBufferPointer<Value>) {
    let olderCount = min(count, capacity - head)
    return (
      UnsafeBufferPointer(start: storage?.advanced(by: head), count: olderCount),
      UnsafeBufferPointer(start: storage, count: count - olderCount)
    )
  }

  @inlinable var values: [Value] {
    // The initializer writes a count into the storage that all empty arrays share. The thread sanitizer reports this as
    // a race.
    if count == 0 { return [] }
    return [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      for index in 0..<count { buffer.initializeElement(at: index, to: self[index]) }
      initializedCount = count
    }
  }

  /// Appends a value. The limit must be positive.
  ///
  /// - Parameter value: The newest value.
  /// - Returns: The evicted value, if any. The caller releases it where user code may run.
  @inlinable package mutating func append(_ value: Value) -> Value? {
    assert(limit > 0 && count <= limit && count <= capacity, "a buffer holds what its limit and its storage allow")
    guard count == limit, let storage else {
      if count == capacity { grow() }
      place(at: count).initialize(to: value)
      count += 1
      return nil
    }
    let oldest = storage.advanced(by: head)
    let evicted = oldest.move()
    oldest.initialize(to: value)
    head = head + 1 == capacity ? 0 : head + 1
    return evicted
  }

  /// Appends a value as a policy says. The limit of the buffer must be the limit of the policy.
  ///
  /// - Parameters:
  ///   - value: The newest value.
  ///   - policy: Which value is dropped when the buffer is full.
  /// - Returns: The dropped value, if any. The caller releases it where user code may run.
  @inlinable package mutating func append(_ value: Value, keeping policy: BufferingPolicy) -> Value? {
    if count < limit { return append(value) }
    if case .newest = policy.kind, limit > 0 { return append(value) }
    return value
  }

  @inlinable package mutating func popFirst() -> Value? {
    guard count > 0, let storage else { return nil }
    let first = storage.advanced(by: head).move()
    head = head + 1 == capacity ? 0 : head + 1
    count -= 1
    assert(head < capacity, "the oldest value is in the storage")
    if capacity > Self.mostIdleCapacity, count <= capacity / 4 { shrink() }
    return first
  }

  /// Removes and returns the oldest value. The buffer must not be empty.
  @inlinable mutating func removeFirst() -> Value { popFirst().unsafelyUnwrapped }

  /// Removes all values, and returns them in another buffer. The caller releases it where user code may run.
  @inlinable package mutating func takeAll() -> RingBuffer {
    exchange(&self, with: RingBuffer(limit: limit))
  }

  @inlinable func place(at index: Int) -> UnsafeMutablePointer<Value> {
    let offset = head + index
    return storage.unsafelyUnwrapped.advanced(by: offset < capacity ? offset : offset - capacity)
  }

  /// The capacity up to which a queue keeps its storage, however few values it has.
  @inlinable static var mostIdleCapacity: Int { 1_024 }

  /// Frees half of the storage, or all if the queue is empty: it may be large after a flood.
  @usableFromInline mutating func shrink() {
    if count > 0 { return move(toCapacity: capacity / 2) }
    storage?.deallocate()
    (storage, capacity, head) = (nil, 0, 0)
  }

  @inlinable mutating func grow() {
    move(toCapacity: capacity > limit / 2 ? limit : max(capacity * 2, min(4, limit)))
  }

  @inlinable mutating func move(toCapacity newCapacity: Int) {
    let new = UnsafeMutablePointer<Value>.allocate(capacity: newCapacity)
    if let storage {
      let front = min(count, capacity - head)
      new.moveInitialize(from: storage.advanced(by: head), count: front)
      new.advanced(by: front).moveInitialize(from: storage, count: count - front)
      storage.deallocate()
    }
    storage = new
    capacity = newCapacity
    head = 0
  }
}
