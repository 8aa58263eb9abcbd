public import Synchronization

/// A gate around plain state: the listeners of a pair and the values that it replays.
///
/// The owner of the gate has the state to itself, without a lock, a copy, or a retain per listener. It runs the closures
/// of listeners while it owns the gate, which is safe because nobody waits for it: whatever such a closure asks of
/// the same channel is pushed as a request, and performed after the present one.
@usableFromInline
final class Channel<Value: Sendable>: AnyChannel, @unchecked Sendable {
  // Unchecked for the reason that `AnyChannel` gives.

  /// The values to replay, if the strategy keeps any. Only the owner of the gate changes them, with the lock held, so that
  /// the owner reads them without the lock, and any thread with it. An owned reference, used without a retain.
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
    // If it was not admitted it is released here, and its `deinit` may run any code.
    withExtendedLifetime(listener) { leaveGate() }
  }

  /// Lets a sink hear the replay, and the end if the pair is finished, and nothing else.
  @inlinable
  func peek(_ sink: Sink<Value>) {
    // The values and the end are those of one moment. The pair finishes once, so that the replay is copied twice at most.
    var isOver: Bool
    var values: [Value]
    repeat {
      isOver = isFinished.load(ordering: .acquiring)
      values = replayed
    } while isOver != isFinished.load(ordering: .acquiring)
    for value in values where sink.isOpen { sink(value) }
    if isOver, sink.isOpen { sink.end(.finished) }
  }

  /// A copy of the replayed values, oldest first.
  @inlinable var replayed: [Value] { replay?._withUnsafeGuaranteedRef { $0.copy() } ?? [] }

  @inlinable var latest: Value? { replay?._withUnsafeGuaranteedRef { $0.withLock { $0.ring.last } } ?? nil }

  // MARK: For the owner

  /// Performs a request, and all that are pending, and leaves the gate; or hands it over, when it has done its share.
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
      let gone = listeners.removeAll()
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
      listeners.removeAll().forEach(end)
    }
  }

  /// Keeps a value, if the strategy says so, and delivers it.
  ///
  /// The evicted value is released while the gate is still owned: what its `deinit` broadcasts becomes a request, so that a
  /// chain of them does not use up the stack.
  @inlinable @inline(__always)
  func keepAndDeliver(_ value: Value) {
    guard let replay else { return deliver(value) }
    let evicted = replay._withUnsafeGuaranteedRef { $0.withLock { $0.append(value) } }
    withExtendedLifetime(evicted) { deliver(value) }
  }

  @inlinable @inline(__always)
  func deliver(_ value: Value) {
    // Nothing joins or leaves the table before the owner performs the next request.
    guard let slots = listeners.slots else { return }
    let end = Int(listeners.used)
    for slot in 0..<end {
      guard let listener = slots[slot] else { continue }
      // Borrowed, not retained: the table keeps the listener alive.
      Unmanaged<Listener<Value>>.fromOpaque(listener.toOpaque())._withUnsafeGuaranteedRef { listener in
        if canCall(listener.disposable) { listener.receive(value) }
      }
    }
  }

  /// Replays to a new listener, and takes it in unless it has ended meanwhile.
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

  /// Tells a listener that there will be no more values, unless it has ended or is about to be removed.
  @inlinable
  func end(_ listener: AnyListener) {
    guard listener.disposable.isLive else { return }
    if canCall(listener.disposable) { listener.end(.finished) } else { remove(listener) }
  }
}
