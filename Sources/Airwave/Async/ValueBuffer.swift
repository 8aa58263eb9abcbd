/// What an asynchronous sequence has heard and its consumer has not.
@usableFromInline
final class ValueBuffer<Value: Sendable>: Sendable {
  @usableFromInline
  struct State: ~Copyable {
    /// All that has come, if there is no bound: taken as a whole.
    @usableFromInline var values: [Value] = []
    /// What has come and was not dropped, if there is a bound: taken one by one, so that the bound means something.
    @usableFromInline var bounded: RingBuffer<Value>
    @usableFromInline var droppedCount = 0
    @usableFromInline var isFinished = false
    @usableFromInline var waiters: [UnsafeContinuation<Void, Never>] = []

    @inlinable init(limit: Int) {
      bounded = RingBuffer(limit: limit)
    }

    @inlinable var isEmpty: Bool { values.isEmpty && bounded.isEmpty }
  }

  @usableFromInline let policy: BufferingPolicy
  /// What was taken in one go, newest first. Locked before `state` where both are.
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
    // What was dropped is let go of outside the lock.
    let (dropped, waiters) = state.withLock { state -> (Value?, [UnsafeContinuation<Void, Never>]) in
      // A value that was on its way when the consumer was cancelled.
      if state.isFinished { return (nil, []) }
      var dropped: Value?
      switch policy.kind {
      case .unbounded:
        state.values.append(value)
      case .newest, .oldest:
        dropped = state.bounded.append(value, keeping: policy)
      }
      if dropped != nil { state.droppedCount += 1 }
      if state.waiters.isEmpty { return (dropped, []) }
      return (dropped, exchange(&state.waiters, with: []))
    }
    for waiter in waiters { waiter.resume() }
    _ = consume dropped
  }

  /// The oldest value. Producers are kept out only while what has gathered is taken, not for each value.
  @inlinable
  func next() -> Value? {
    batch.withLock { batch in
      if batch.isEmpty {
        batch = state.withLock { state in exchange(&state.values, with: []) }
        batch.reverse()
      }
      return batch.popLast() ?? state.withLock { state in state.bounded.popFirst() }
    }
  }

  /// Whether nothing is left, and nothing comes.
  @inlinable var isOver: Bool {
    batch.withLock { batch in batch.isEmpty && state.withLock { $0.isFinished && $0.isEmpty } }
  }

  /// Waits until something has come, or somebody wakes all who wait. May return without reason.
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

  /// Finishes, and releases what was not taken: for a consumer that does not come back.
  @inlinable
  func cancel() {
    finish()
    // Released without a lock: the `deinit` of a value may run any code.
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
