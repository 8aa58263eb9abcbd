public import Synchronization

/// A gate around plain state: the listeners of a pair and the values that it replays.
///
/// The owner of the gate accesses the state without a lock, a copy, or a retain per listener. It calls the closures of
/// listeners while it owns the gate. This cannot deadlock, because no thread waits for the owner: what a closure asks
/// of the same channel is pushed as a request, and performed after the present one.
///
/// The atomic variables are those of `AnyChannel`:
///
/// | Operation | Ordering | Pairs with | Publishes |
/// |---|---|---|---|
/// | `isFinished`: store in `perform` | releasing | the second load in `peek` | what was done before the end |
/// | `isFinished`: first load in `peek` | relaxed | nothing: the second load acquires the same store | |
/// | `isFinished`: second load in `peek` | acquiring | the store in `perform` | nothing |
/// | `isFinished`: loads of the owner | relaxed | nothing: the gate orders the store before them | |
/// | `removals`: subtraction | relaxed | nothing: see `AnyChannel` | |
/// | `listenerCount`: addition | relaxed | nothing: it counts | |
@usableFromInline
final class Channel<Value: Sendable>: AnyChannel, @unchecked Sendable {
  // Unchecked for the reason that `AnyChannel` gives.

  /// The replayed values, if the strategy keeps any. Only the owner of the gate changes them, and it holds the lock
  /// while it does. The owner may therefore read them without the lock, and any thread that holds the lock may read
  /// them, too. The reference is owned, and used without a retain.
  @usableFromInline let replay: Unmanaged<Lock<ReplayBuffer<Value>>>?

  @inlinable
  init(limit: Int) {
    replay = limit == 0 ? nil : .passRetained(Lock(ReplayBuffer(limit: limit)))
    super.init(keepsValues: limit > 0) { channel, request in
      unsafeDowncast(channel, to: Channel<Value>.self).settle(first: request)
    }
  }

  deinit {
    replay?.release()
  }

  // MARK: For any thread

  @inlinable
  func broadcast(_ value: Value) {
    if gate.isQuiet { return }
    guard gate.enterIfIdle() else { return broadcast(BroadcastRequest(value)) }
    keepAndDeliver(value)
    leaveGate()
  }

  @inlinable
  func join(_ listener: Listener<Value>, leavingThrough upstream: Upstream? = nil) {
    listenerCount.add(1, ordering: .relaxed)
    listener.disposable.attach(to: upstream ?? self)
    guard gate.enter() else { return submit(Request(.join(listener))) }
    admit(listener)
    // If the listener was not admitted, this releases it after the gate is left, because its `deinit` may run any code.
    withExtendedLifetime(listener) { leaveGate() }
  }

  /// Sends the replay to a sink that does not join, and then the end if the pair is finished.
  @inlinable
  func peek(_ sink: Sink<Value>) {
    // The values and the end must be those of one moment. A pair finishes only once, so the replay is copied twice at
    // most.
    var isOver: Bool
    var values: [Value]
    repeat {
      isOver = isFinished.load(ordering: .relaxed)
      values = replayed
    } while isOver != isFinished.load(ordering: .acquiring)
    for value in values where sink.isOpen { sink(value) }
    if isOver, sink.isOpen { sink.end(.finished) }
  }

  /// A copy of the replayed values, oldest first.
  @inlinable var replayed: [Value] { replay?._withUnsafeGuaranteedRef { $0.copy() } ?? [] }

  @inlinable var latest: Value? { replay?._withUnsafeGuaranteedRef { $0.withLock { $0.ring.last } } ?? nil }

  // MARK: For the owner

  /// Performs a request and all pending ones, and leaves the gate. An owner that has done its share hands the gate
  /// over.
  @inlinable @inline(never)
  func settle(first: Request?) {
    if let first { perform(first) }
    var share = Share()
    repeat {
      while let request = nextRequest() {
        perform(request)
        if share.isDone(with: request), handOver(&share) { return }
      }
      countPerformed(&share)
    } while !gate.leave(quiet: isQuiet)
  }

  @inlinable
  func perform(_ request: Request) {
    switch request.action {
    case .broadcast:
      if isFinished.load(ordering: .relaxed) { return }
      keepAndDeliver(unsafeDowncast(request, to: BroadcastRequest<Value>.self).value)
    case .join(let listener):
      admit(unsafeDowncast(listener, to: Listener<Value>.self))
    case .leave(let disposable):
      _ = listeners.remove(disposable)
    case .removeAllListeners:
      let gone = emptied()
      removals.subtract(1, ordering: .relaxed)
      gone.forEach(remove)
    case .clearReplay:
      let gone = replay?.takeUnretainedValue().withLock { $0.removeAll() }
      _ = consume gone
    case .evict:
      let isTooOld = unsafeDowncast(request, to: EvictionRequest<Value>.self).isTooOld
      let evicted = replay?.takeUnretainedValue().withLock { $0.removeFirst(while: isTooOld) }
      _ = consume evicted
    case .sweep:
      sweep()
    case .finish:
      isFinished.store(true, ordering: .releasing)
      emptied().forEach(end)
    }
  }

  /// Keeps a value, if the strategy says so, and delivers it.
  ///
  /// The evicted value is released while the gate is still owned. If its `deinit` broadcasts, that broadcast becomes a
  /// request, so that a chain of such values does not use up the stack.
  @inlinable @inline(__always)
  func keepAndDeliver(_ value: Value) {
    guard let replay else { return deliver(value) }
    let evicted = replay._withUnsafeGuaranteedRef { $0.withLock { $0.append(value) } }
    withExtendedLifetime(evicted) { deliver(value) }
  }

  @inlinable @inline(__always)
  func deliver(_ value: Value) {
    // The table does not change until the owner performs the next request.
    guard let slots = listeners.slots else { return }
    let end = Int(listeners.used)
    place = .unasked
    for slot in 0..<end {
      guard let listener = slots[slot] else { continue }
      // Borrowed, not retained: the table keeps the listener alive.
      Unmanaged<Listener<Value>>.fromOpaque(listener.toOpaque())._withUnsafeGuaranteedRef { listener in
        if canCall(listener.disposable) { listener.receive(value) }
      }
    }
    place = .unknown
  }

  /// Replays to a new listener, and adds it to the table unless it has ended meanwhile.
  @inlinable
  func admit(_ listener: Listener<Value>) {
    replay?._withUnsafeGuaranteedRef { replay in
      for index in 0..<replay.state.ring.count {
        guard canCall(listener.disposable) else { break }
        listener.receive(replay.state.ring[index])
      }
    }
    if isFinished.load(ordering: .relaxed) {
      end(listener)
    } else if listener.disposable.isLive {
      admitted(listener)
    }
  }

  /// Tells a listener that no value follows, or disposes of it if the removal of all listeners is pending. Does nothing
  /// if the listener has ended.
  @inlinable
  func end(_ listener: AnyListener) {
    guard listener.disposable.isLive else { return }
    if canCall(listener.disposable) { listener.end(.finished) } else { remove(listener) }
  }
}
