/// The newest values of a channel, `limit` at most: a ring that grows by doubling up to its limit and no further.
///
/// Plain memory without an owner of its own: the channel keeps it behind a pointer, so that reaching it costs neither a
/// retain nor a check for exclusive access, and calls `removeAll()` at the end.
@usableFromInline
struct ReplayBuffer<Value> {
  @usableFromInline let limit: Int
  @usableFromInline var storage: UnsafeMutablePointer<Value>?
  @usableFromInline var capacity = 0
  @usableFromInline var count = 0
  /// Where the oldest value is.
  @usableFromInline var head = 0

  @inlinable init(limit: Int) {
    self.limit = limit
  }

  /// Keeps a value.
  ///
  /// - Parameter value: The newest value.
  /// - Returns: The value that had to go, for the caller to let go of where user code may run.
  @inlinable mutating func append(_ value: Value) -> Value? {
    guard count == limit, let storage else {
      if count == capacity { grow() }
      place(at: count).initialize(to: value)
      count += 1
      return nil
    }
    let oldest = storage.advanced(by: head)
    let evicted = oldest.move()
    oldest.initialize(to: value)
    head = head + 1 == limit ? 0 : head + 1
    return evicted
  }

  @inlinable var last: Value? { count == 0 ? nil : place(at: count - 1).pointee }

  @inlinable var values: [Value] {
    [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      for index in 0..<count { buffer.initializeElement(at: index, to: place(at: index).pointee) }
      initializedCount = count
    }
  }

  /// Takes everything out, for the caller to let go of where user code may run.
  @inlinable mutating func takeAll() -> ReplayBuffer {
    defer { self = ReplayBuffer(limit: limit) }
    return self
  }

  /// The place of a value, counted from the oldest; up to one behind the newest.
  @inlinable func place(at index: Int) -> UnsafeMutablePointer<Value> {
    let offset = head + index
    return storage.unsafelyUnwrapped.advanced(by: offset < capacity ? offset : offset - capacity)
  }

  @inlinable mutating func grow() {
    // Until the limit is reached nothing is evicted, so that the values start at the beginning of the storage.
    let larger = capacity > limit / 2 ? limit : max(capacity * 2, min(4, limit))
    let new = UnsafeMutablePointer<Value>.allocate(capacity: larger)
    if let storage {
      new.moveInitialize(from: storage, count: count)
      storage.deallocate()
    }
    storage = new
    capacity = larger
  }

  @inlinable mutating func removeAll() {
    for index in 0..<count { place(at: index).deinitialize(count: 1) }
    storage?.deallocate()
    storage = nil
    capacity = 0
    count = 0
    head = 0
  }
}
