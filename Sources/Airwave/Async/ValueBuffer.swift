/// The values that an asynchronous sequence has heard and its consumer has not taken yet.
@usableFromInline
final class ValueBuffer<Value: Sendable>: Sendable {
  @usableFromInline
  struct State: ~Copyable {
    /// The values of an unbounded buffer, and those for which consumers wait. `next` takes all of them at once into
    /// `batch`.
    @usableFromInline var values: [Value] = []
    /// The values of a bounded buffer. `next` takes them one by one, because values in `batch` would not count against
    /// the bound.
    @usableFromInline var bounded: RingBuffer<Value>
    @usableFromInline var droppedCount = 0
    @usableFromInline var isFinished = false
    /// The consumers that wait, in the order in which they came. While there is one, `bounded` is
    /// empty, and `values` has only what other consumers were woken for.
    @usableFromInline var waiters: [UnsafeContinuation<Void, Never>] = []

    @inlinable init(limit: Int) {
      bounded = RingBuffer(limit: limit)
    }

    @inlinable var isEmpty: Bool { values.isEmpty && bounded.isEmpty }
  }

  @usableFromInline let policy: BufferingPolicy
  /// Values that were taken from `state.values`, the newest first. Lock order: `batch` before `state`.
  @usableFromInline let batch = Lock<[Value]>([])
  @usableFromInline let state: Lock<State>

  @inlinable
  init(_ policy: BufferingPolicy) {
    self.policy = policy
    state = Lock(State(limit: policy.limit))
  }

  @inlinable var droppedCount: Int { state.withLock { $0.droppedCount } }

  @inlinable
  func put(_ value: Value) {
    // A dropped value is released after unlocking.
    let (dropped, waiter) = state.withLock { state -> (Value?, UnsafeContinuation<Void, Never>?) in
      // The consumer was cancelled while this value was being delivered.
      if state.isFinished { return (nil, nil) }
      if !state.waiters.isEmpty {
        // The value does not count against the bound, because a consumer takes it at once.
        state.values.append(value)
        return (nil, state.waiters.removeFirst())
      }
      var dropped: Value?
      switch policy.kind {
      case .unbounded:
        state.values.append(value)
      case .newest, .oldest:
        dropped = state.bounded.append(value, keeping: policy)
      }
      if dropped != nil { state.droppedCount += 1 }
      return (dropped, nil)
    }
    waiter?.resume()
    _ = consume dropped
  }

  /// Removes and returns the oldest value. Locks `state` once for each batch of an unbounded buffer, not for each
  /// value, so that producers seldom wait.
  @inlinable
  func next() -> Value? {
    batch.withLock { batch in
      if let value = batch.popLast() { return value }
      // In one critical section: a value for which another consumer waits comes before those that are put into
      // `bounded` after it.
      let first = state.withLock { state -> Value? in
        batch = exchange(&state.values, with: [])
        return batch.isEmpty ? state.bounded.popFirst() : nil
      }
      batch.reverse()
      return batch.popLast() ?? first
    }
  }

  /// Whether the buffer is empty and no value follows.
  @inlinable var isOver: Bool {
    batch.withLock { batch in batch.isEmpty && state.withLock { $0.isFinished && $0.isEmpty } }
  }

  /// Waits for a value, the end or `wakeAll`. May return spuriously.
  @inlinable
  func wait(isolation actor: isolated (any Actor)?) async {
    await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in
      let mustWait = batch.withLock { batch in
        state.withLock { state in
          let mustWait = batch.isEmpty && state.isEmpty && !state.isFinished && !Task.isCancelled
          if mustWait { state.waiters.append(waiter) }
          return mustWait
        }
      }
      if !mustWait { waiter.resume() }
    }
  }

  @inlinable
  func finish() {
    let waiters = state.withLock { state in
      state.isFinished = true
      return exchange(&state.waiters, with: [])
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Finishes and releases the values that were not taken, because the consumer was cancelled.
  @inlinable
  func cancel() {
    finish()
    // Released after unlocking: the `deinit` of a value may run any code (Contract 5).
    let (taken, values, bounded) = batch.withLock { batch in
      let (values, bounded) = state.withLock { (exchange(&$0.values, with: []), $0.bounded.takeAll().values) }
      return (exchange(&batch, with: []), values, bounded)
    }
    withExtendedLifetime((taken, values, bounded)) {}
  }

  @inlinable
  func wakeAll() {
    let waiters = state.withLock { state in exchange(&state.waiters, with: []) }
    for waiter in waiters { waiter.resume() }
  }
}
