public import Synchronization

// What the holder of the gate does with requests and values.

extension Channel {
  @inlinable var isReplayEmpty: Bool { replay?._withUnsafeGuaranteedRef { $0.state.ring.count == 0 } ?? true }

  /// Performs a request and all pending ones, and leaves the gate, or offers it when the budget is spent. As
  /// `clearing`, only clears the replay.
  @inlinable @inline(never)
  func drain(first: Request?, as role: Role) {
    if role == .clearing { return clearReplay(for: first) }
    if let first {
      perform(first)
      if gate.leave(quiet: isQuiet) { return }
    }
    var budget = DrainBudget(as: role)
    while let request = nextRequest(&budget) { perform(request) }
  }

  @inlinable
  func perform(_ request: Request) {
    switch request.action {
    case .broadcast:
      if isFinished.load(ordering: .relaxed) { return }
      keepAndDeliver(unsafeDowncast(request, to: BroadcastRequest<Value>.self).value)
    case .join:
      let listener = unsafeDowncast(request, to: JoinRequest.self).listener
      admit(unsafeDowncast(listener, to: Listener<Value>.self))
    case .leave, .removeAllListeners, .releaseListeners, .clearReplay, .instrument:
      performPlainly(request)
      complete(request)
    case .finish, .abandon:
      if isAbandoned == nil { isAbandoned = request.action == .abandon }
      // Publishes what was done before the end to `peek`.
      isFinished.store(true, ordering: .releasing)
      var former = listeners.takeAll()
      former.takeEach(end)
    }
  }

  /// Evicts all values from the replay. They are released with the request. Without a request, leaves the gate before
  /// they are released.
  @inlinable
  func clearReplay(for request: Request?) {
    // A pair that keeps no values is sent no such request.
    guard let replay = replay?.takeUnretainedValue() else { return }
    let evicted = replay.withLock { $0.removeAll() }
    if let request {
      unsafeDowncast(request, to: ClearRequest.self).evicted = OperatorState(evicted)
    } else {
      gate.leaveBriefly(quiet: isQuiet)
      // Values that are plain data have no `deinit`.
      if !_isPOD(Value.self), !evicted.isEmpty { Releases.release(OperatorState(evicted)) }
    }
  }

  /// Keeps a value, if the strategy says so, and delivers it.
  ///
  /// The evicted value is released while the gate is still held. If its `deinit` broadcasts, that broadcast becomes a
  /// request, so that a chain of such values does not use up the stack.
  @inlinable @inline(__always)
  func keepAndDeliver(_ value: Value) {
    guard let replay else { return deliver(value) }
    if !replay._withUnsafeGuaranteedRef({ $0.state.rule.isAll }) { return keepByRuleAndDeliver(value) }
    let evicted = replay._withUnsafeGuaranteedRef { $0.withLock { $0.ring.append(value) } }
    withExtendedLifetime(evicted) { deliver(value) }
  }

  /// Delivers a value, and keeps it with its instant, or if it is unheard.
  @usableFromInline
  func keepByRuleAndDeliver(_ value: Value) {
    guard let replay = replay?.takeUnretainedValue() else { return }
    if let ages = replay.state.ages {
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
      return buffer.ring.append(value)
    }
    withExtendedLifetime(evicted) { deliver(value) }
    _ = consume aged
  }

  /// Delivers a value, and keeps it if no listener was called with it.
  ///
  /// A look at the table before the delivery would not do: a listener that ends between the two is not called.
  private func deliverOrKeep(_ value: Value, in replay: Lock<ReplayBuffer<Value>>) {
    var isHeard = false
    forEachListener { listener in
      // The probe of the inspector is no listener.
      if call(listener, withNext: { value }), listener.disposable !== hooks.probe?.disposable { isHeard = true }
    }
    if isHeard { return }
    _ = replay.withLock { $0.ring.append(value) }
  }

  @inlinable @inline(__always)
  func deliver(_ value: Value) {
    forEachListener { listener in
      if canCall(listener.disposable) { call(listener, with: value) }
    }
  }

  /// Passes each listener of the table to a function, which may call it.
  @inlinable @inline(__always)
  func forEachListener(_ body: (Listener<Value>) -> Void) {
    // The table does not change until the holder performs the next request.
    guard let slots = listeners.slots else { return }
    let end = Int(listeners.used)
    place = .unasked
    for slot in 0..<end {
      guard let listener = slots[slot] else { continue }
      // Borrowed, not retained: the table keeps the listener alive.
      Unmanaged<Listener<Value>>.fromOpaque(listener.toOpaque())._withUnsafeGuaranteedRef(body)
    }
    place = .unknown
  }

  /// Replays to a new listener, and adds it to the table unless it has ended meanwhile.
  @inlinable
  func admit(_ listener: Listener<Value>) {
    let listener = unsafeDowncast(timed(listener), to: Listener<Value>.self)
    replay?._withUnsafeGuaranteedRef { replay in
      if replay.state.rule.isUnheard { return sendUnheard(from: replay, to: listener) }
      if let now = replay.state.ages?.now { _ = replay.withLock { $0.removeAged(at: now) } }
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
  @inlinable
  func send(_ values: UnsafeBufferPointer<Value>, to listener: Listener<Value>) -> Bool {
    for value in values {
      guard canCall(listener.disposable) else { return false }
      call(listener, with: value)
    }
    return true
  }

  @inlinable @inline(__always)
  func call(_ listener: Listener<Value>, with value: Value) {
    listener.receive(value)
  }

  /// Calls a listener with the values that no listener was called with, and removes each of them before the call.
  @usableFromInline
  func sendUnheard(from replay: Lock<ReplayBuffer<Value>>, to listener: Listener<Value>) {
    while call(listener, withNext: { replay.withLock { $0.ring.popFirst() } }) {}
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
    guard canCall(listener.disposable), let value = next() else { return false }
    withExtendedLifetime(owner) { call(listener, with: value) }
    return true
  }

  /// Tells a listener that no value follows, or disposes of it if the removal of all listeners is pending. Does nothing
  /// if the listener has ended.
  @inlinable
  func end(_ listener: AnyListener) {
    guard listener.disposable.isLive else { return }
    if isAbandoned == true { listener.disposable.abandon() }
    if canCall(listener.disposable) { listener.end(.finished) } else { remove(listener) }
  }
}
