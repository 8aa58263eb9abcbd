import Synchronization

/// The values that an asynchronous sequence has heard and its consumer has not taken yet.
@usableFromInline final class ValueBuffer<Value: Sendable>: Sendable {
  @usableFromInline typealias Waiter = UnsafeContinuation<Value?, Never>

  @usableFromInline struct State: ~Copyable {
    @usableFromInline var values: RingBuffer<Value>
    @usableFromInline var isFinished = false
    /// The consumers that wait, in the order in which they came. While there is one, `values` is empty.
    @usableFromInline var waiters: [Waiter] = []
    /// The work of the consumer that was woken last, until it continues.
    @usableFromInline var work: (any BackgroundWork)?

    @inlinable init(limit: Int) {
      values = RingBuffer(limit: limit)
    }
  }

  @usableFromInline let policy: BufferingPolicy
  @usableFromInline let drops: DropCount
  @usableFromInline let state: Lock<State>

  @inlinable init(_ policy: BufferingPolicy, _ drops: DropCount) {
    (self.policy, self.drops) = (policy, drops)
    state = Lock(State(limit: policy.limit))
  }

  @inlinable func put(_ value: Value) {
    let work = WorkObservation.begin()
    // A dropped value is released after unlocking.
    let (dropped, waiter) = state.withLock { state -> (Value?, Waiter?) in
      // The consumer was cancelled while this value was being delivered.
      if state.isFinished { return (nil, nil) }
      // A value for which a consumer waits is not kept, and does not count against the bound.
      if !state.waiters.isEmpty {
        if state.work == nil { state.work = work }
        return (nil, state.waiters.removeFirst())
      }
      let dropped = state.values.append(value, keeping: policy)
      if dropped != nil { drops.add() }
      return (dropped, nil)
    }
    waiter?.resume(returning: value)
    _ = consume dropped
  }

  /// Takes the oldest value.
  ///
  /// - Returns: The value, or nil if there is none.
  @inlinable func next() -> Value? {
    state.withLock { $0.values.popFirst() }
  }

  /// Whether no value is left, and none can come.
  @inlinable var isOver: Bool { state.withLock { $0.isFinished && $0.values.isEmpty } }

  /// Waits until a value or the end comes, or a task is cancelled. Returns at once if there already are values.
  ///
  /// - Parameters:
  ///   - work: What the consumer has done since it took a value. If the consumer must wait, it ends, and is replaced.
  ///   - actor: The isolation of the consumer.
  /// - Returns: The value that came, or nil. If it is nil, the caller must look again.
  @inlinable
  func wait(behind work: inout (any BackgroundWork)?, isolation actor: isolated (any Actor)?) async -> Value? {
    var wake: (@Sendable () -> Void)?
    let value = await withUnsafeContinuation { (waiter: Waiter) in
      // Before the consumer waits, because it may be woken at once. It continues after this closure has returned.
      let rest = WorkObservation.rest()
      let mustWait = state.withLock { state in
        let mustWait = state.values.isEmpty && !state.isFinished && !Task.isCancelled
        if mustWait { state.waiters.append(waiter) }
        return mustWait
      }
      if !mustWait {
        rest?()
        return waiter.resume(returning: nil)
      }
      wake = rest
      work?.end()
      work = nil
    }
    guard let wake else { return value }
    wake()
    work = state.withLock { state in exchange(&state.work, with: nil) }
    work?.attend()
    return value
  }

  /// Called when no more values will come.
  @inlinable func finish() {
    let work = WorkObservation.begin()
    state.withLock { state in
      state.isFinished = true
      if !state.waiters.isEmpty, state.work == nil { state.work = work }
    }
    wakeAll()
  }

  /// Finishes, and releases all values.
  @inlinable func cancel() {
    finish()
    // Released after unlocking: the `deinit` of a value may run any code (Contract 5).
    let values = state.withLock { $0.values.takeAll() }
    _ = consume values
  }

  /// Wakes all consumers, so that each checks whether its task is cancelled.
  @inlinable func wakeAll() {
    let waiters = state.withLock { state in exchange(&state.waiters, with: []) }
    for waiter in waiters { waiter.resume(returning: nil) }
  }
}

/// The number of values that the consumers of a sequence, or the subscribers of a publisher, have missed.
@usableFromInline package final class DropCount: Sendable {
  /// Relaxed: it publishes nothing.
  private let storage = Atomic<Int>(0)

  @usableFromInline package init() {}

  @usableFromInline package var count: Int { storage.load(ordering: .relaxed) }

  @usableFromInline package func add() { storage.wrappingAdd(1, ordering: .relaxed) }
}
