public import Synchronization

/// A gate around plain state: the listeners of a pair and the values that it replays.
///
/// The holder of the gate accesses the listeners without a lock, a copy, or a retain per listener. It calls their
/// closures while it holds the gate. This cannot deadlock, because no thread waits for user code: what a closure asks
/// of the same channel is pushed as a request, and performed after the present one.
@usableFromInline package final class Channel<Value: Sendable>: AnyChannel, @unchecked Sendable {
  // Unchecked for the reason that `AnyChannel` gives.

  /// The replayed values, if the strategy keeps any. Only the holder of the gate changes them, and it holds the lock
  /// while it does. The holder may therefore read them without the lock, and any thread that holds the lock may read
  /// them, too. The reference is owned, and used without a retain.
  @usableFromInline let replay: Unmanaged<Lock<ReplayBuffer<Value>>>?

  @inlinable init(limit: Int, age: AgeLimit? = nil, isUntilHeard: Bool = false) {
    replay = limit == 0 ? nil : .passRetained(Lock(ReplayBuffer(limit: limit, age: age, isUntilHeard: isUntilHeard)))
    super.init(keepsValues: limit > 0) { channel, request, role in
      unsafeDowncast(channel, to: Channel<Value>.self).drain(first: request, as: role)
    }
  }

  @inlinable convenience init(_ strategy: ReplayStrategy) {
    self.init(limit: strategy.limit, age: strategy.age, isUntilHeard: strategy.isUntilHeard)
  }

  deinit {
    instrument?.released(self)
    // The values may be released for the last time.
    if let replay = replay?.takeRetainedValue() { Releases.release(consume replay) }
  }

  @inlinable override func evictReplay() -> AnyObject? {
    guard let replay = replay?.takeUnretainedValue() else { return nil }
    let evicted = replay.withLock { $0.removeAll() }
    // Values that are plain data have no `deinit`.
    return _isPOD(Value.self) || evicted.isEmpty ? nil : OperatorState(evicted)
  }

  @inlinable func broadcast(_ value: Value) {
    if gate.isQuiet { return }
    guard replay == nil else { return broadcastAndKeep(value) }
    guard gate.enterIfIdle() else { return performOrPush(.passRetained(BroadcastRequest(value))) }
    deliver(value)
    leaveGate()
  }

  /// Broadcasts a value that is kept. A function of its own, so that a hot pair does not pay for its registers.
  @inlinable @inline(never) func broadcastAndKeep(_ value: Value) {
    guard gate.enterIfIdle() else { return performOrPush(.passRetained(BroadcastRequest(value))) }
    deliverAndLeave(value)
  }

  /// For a busy holder: keeps a value, delivers it, and leaves the gate.
  @inlinable @inline(__always) func deliverAndLeave(_ value: Value) {
    keepAndDeliver(value)
    leaveGate()
  }

  @inlinable func join(_ sink: consuming Sink<Value>) {
    join(.passRetained(Listener.make(sink)), leavingThrough: .passRetained(self))
  }

  /// Adds a listener, and takes over a reference to it, and one to the upstream that it leaves through.
  @inlinable func join(_ reference: Unmanaged<Listener<Value>>, leavingThrough upstream: Unmanaged<Upstream>) {
    let isHolder = reference._withUnsafeGuaranteedRef { listener in
      listenerCount.wrappingAdd(1, ordering: .relaxed)
      instrument?.joined(self, listener.disposable)
      listener.disposable.attach(to: upstream)
      return enterBriefly(orPush: JoinRequest(listener))
    }
    if !isHolder {
      slowDown()
      return reference.release()
    }
    if isFinished.load(ordering: .relaxed) || !isReplayEmpty {
      // The listener is called.
      gate.becomeBusy()
      return admitAndLeave(reference.takeRetainedValue())
    }
    let isLive = reference._withUnsafeGuaranteedRef { $0.disposable.isLive }
    if isLive { append(Unmanaged.fromOpaque(reference.toOpaque())) }
    gate.leaveBriefly(quiet: isQuiet)
    // After the gate is left, because the `deinit` of the listener may run any code.
    if !isLive { reference.release() }
  }

  /// For a busy holder: admits a listener in the call that makes it, and leaves the gate.
  @inlinable @inline(never) func admitAndLeave(_ listener: Listener<Value>) {
    OwnListenersOnly.run {
      admit(listener)
      leaveGate()
    }
  }

  @inlinable var isReplayEmpty: Bool { replay?._withUnsafeGuaranteedRef { $0.state.ring.count == 0 } ?? true }
}

// MARK: Delivering

extension Channel {
  /// Keeps a value, if the strategy says so, and delivers it.
  ///
  /// The evicted value is released while the gate is still held. If its `deinit` broadcasts, that broadcast becomes a
  /// request, so that a chain of such values does not use up the stack.
  @inlinable @inline(__always) func keepAndDeliver(_ value: Value) {
    guard let replay else { return deliver(value) }
    if !replay._withUnsafeGuaranteedRef({ $0.state.rule.isAll }) { return keepByRuleAndDeliver(value) }
    let evicted = replay._withUnsafeGuaranteedRef { $0.withLock { $0.ring.append(value) } }
    withExtendedLifetime(evicted) { deliver(value) }
  }

  /// Delivers a value, and keeps it with its instant, or if it is unheard.
  @usableFromInline func keepByRuleAndDeliver(_ value: Value) {
    guard let replay = replay?.takeUnretainedValue() else { return }
    if let ages = replay.state.rule.ages {
      keepAndDeliver(value, in: replay, ages)
    } else {
      deliverOrKeep(value, in: replay)
    }
  }

  /// Keeps a value with its instant, and delivers it. Also evicts the values that are too old.
  ///
  /// The holder reads the clock, so the order of the values is the order of their instants, whichever threads broadcast
  /// them.
  private func keepAndDeliver(_ value: Value, in replay: Lock<ReplayBuffer<Value>>, _ ages: Ages) {
    let now = ages.now
    let aged = replay.withLock { $0.removeAged(at: now) }
    let evicted = replay.withLock { buffer in
      ages.append(now)
      let evicted = buffer.ring.append(value)
      buffer.assertInvariants()
      return evicted
    }
    withExtendedLifetime(evicted) { deliver(value) }
    _ = consume aged
  }

  /// Delivers a value, and keeps it if no listener was called with it.
  ///
  /// A look at the table before the delivery would not do: a listener that ends between the two is not called.
  private func deliverOrKeep(_ value: Value, in replay: Lock<ReplayBuffer<Value>>) {
    var isHeard = false
    for slot in 0..<Int(listeners.used) {
      guard let listener = listeners.slots?[slot] else { continue }
      Unmanaged<Listener<Value>>.fromOpaque(listener.toOpaque())._withUnsafeGuaranteedRef { listener in
        // The probe of the inspector is no listener.
        if call(listener, withNext: { value }), listener.disposable !== hooks.probe?.disposable { isHeard = true }
      }
    }
    if isHeard { return }
    _ = replay.withLock { $0.ring.append(value) }
  }

  @inlinable @inline(__always) func deliver(_ value: Value) {
    assert(gate.mayBeHeldHere, "only the holder calls listeners")
    assert(deliveryContext == .unknown, "no value is delivered inside the delivery of another")
    // The table does not change until the holder performs the next request.
    guard let slots = listeners.slots else { return }
    let end = Int(listeners.used)
    deliveryContext = .unasked
    for slot in 0..<end {
      guard let listener = slots[slot] else { continue }
      // Borrowed, not retained: the table keeps the listener alive.
      Unmanaged<Listener<Value>>.fromOpaque(listener.toOpaque())._withUnsafeGuaranteedRef { listener in
        if listener.disposable.isLive { call(listener, with: value) }
      }
    }
    deliveryContext = .unknown
  }

  /// Replays to a new listener, and adds it to the table unless it has ended meanwhile.
  @inlinable func admit(_ listener: Listener<Value>) {
    let listener = unsafeDowncast(timed(listener), to: Listener<Value>.self)
    replay?._withUnsafeGuaranteedRef { replay in
      if replay.state.rule.isUnheard { return sendUnheard(from: replay, to: listener) }
      if let now = replay.state.rule.ages?.now { _ = replay.withLock { $0.removeAged(at: now) } }
      // The buffer does not change until the holder performs the next request.
      let values = replay.state.ring.spans
      if send(values.older, to: listener) { _ = send(values.newer, to: listener) }
    }
    if isFinished.load(ordering: .relaxed) {
      end(listener)
    } else if listener.disposable.isLive {
      listeners.append(listener)
    }
  }

  /// Calls a listener with values, until it may no longer be called.
  ///
  /// - Returns: Whether it was called with all of them.
  @inlinable func send(_ values: UnsafeBufferPointer<Value>, to listener: Listener<Value>) -> Bool {
    for value in values {
      guard listener.disposable.isLive else { return false }
      call(listener, with: value)
    }
    return true
  }

  @inlinable @inline(__always) func call(_ listener: Listener<Value>, with value: Value) {
    listener.receive(value)
  }

  /// Calls a listener with the values that no listener was called with, and removes each of them before the call.
  @usableFromInline func sendUnheard(from replay: Lock<ReplayBuffer<Value>>, to listener: Listener<Value>) {
    while !isReplayEmpty, call(listener, withNext: { replay.withLock { $0.ring.popFirst() } }) {}
  }

  /// Calls a listener with a value, unless it may no longer be called, or its owner is gone. The owner is held during
  /// the call, so that the closure does not find it gone.
  ///
  /// - Parameters:
  ///   - listener: The listener.
  ///   - next: Returns the value, or nil if there is none. It is called only if the listener may be called.
  /// - Returns: Whether the listener was called.
  private func call(_ listener: Listener<Value>, withNext next: () -> Value?) -> Bool {
    let owner = listener.disposable.loadOwner()
    guard listener.disposable.isLive, let value = next() else { return false }
    withExtendedLifetime(owner) { call(listener, with: value) }
    return true
  }

  /// Tells a listener that no value follows. Does nothing if the listener has ended.
  @inlinable func end(_ listener: AnyListener) {
    guard listener.disposable.isLive else { return }
    if isAbandoned == true { listener.disposable.abandon() }
    listener.end(.finished)
  }
}

// MARK: The replay

extension Channel {
  /// Sends the replay to a sink that does not join, and then the end if the pair is finished.
  @inlinable func peek(_ sink: Sink<Value>) {
    // The values and the end must be those of one moment. A pair finishes only once, so the replay is copied twice at
    // most. The second load acquires what was done before the end from `perform`.
    var isOver: Bool
    var values: [Value]
    repeat {
      isOver = isFinished.load(ordering: .relaxed)
      values = replayed
    } while isOver != isFinished.load(ordering: .acquiring)
    for value in values where sink.isOpen { sink(value) }
    if isOver, sink.isOpen { sink.end(.finished) }
  }

  /// A copy of the replayed values, oldest first. They are those of one moment: a broadcast waits for the lock.
  @inlinable var replayed: [Value] {
    guard let replay = replay?.takeUnretainedValue() else { return [] }
    let now = evictAged(from: replay)
    return replay.withLock { $0.values(at: now) }
  }

  /// The number of values that a new listener would hear, unless some of them are too old.
  package var keptCount: Int { replay?._withUnsafeGuaranteedRef { $0.withLock { $0.ring.count } } ?? 0 }

  @inlinable var latest: Value? {
    guard let replay = replay?.takeUnretainedValue() else { return nil }
    let now = evictAged(from: replay)
    return replay.withLock { $0.agedCount(at: now) < $0.ring.count ? $0.ring.last : nil }
  }

  /// Evicts the values that are too old if the gate is at rest. Its holder evicts them otherwise, with the next value.
  ///
  /// - Returns: The present time by the clock of the strategy, if the age of the values is limited.
  @usableFromInline func evictAged(from replay: Lock<ReplayBuffer<Value>>) -> Duration? {
    // The rule is a constant, so the lock is not needed. A member of the whole state would read all of it.
    guard let now = replay.state.rule.ages?.now else { return nil }
    // A few at a time, because other threads wait while the gate is held briefly.
    var isDone = false
    while !isDone, gate.enter(as: Gate.brief) {
      let evicted = replay.withLock { $0.removeAged(at: now, upTo: 256) }
      gate.leaveBriefly(quiet: isQuiet)
      isDone = evicted.isEmpty
    }
    return now
  }
}
