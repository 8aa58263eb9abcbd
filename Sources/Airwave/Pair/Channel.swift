public import Synchronization

/// A gate around plain state: the listeners of a pair and the values that it replays.
///
/// The holder of the gate accesses the state without a lock, a copy, or a retain per listener. It calls the closures of
/// listeners while it holds the gate. This cannot deadlock, because no thread waits for user code: what a closure asks
/// of the same channel is pushed as a request, and performed after the present one.
@usableFromInline
package final class Channel<Value: Sendable>: AnyChannel, @unchecked Sendable {
  // Unchecked for the reason that `AnyChannel` gives.

  /// The replayed values, if the strategy keeps any. Only the holder of the gate changes them, and it holds the lock
  /// while it does. The holder may therefore read them without the lock, and any thread that holds the lock may read
  /// them, too. The reference is owned, and used without a retain.
  @usableFromInline let replay: Unmanaged<Lock<ReplayBuffer<Value>>>?

  @inlinable
  init(limit: Int, age: AgeLimit? = nil, isUntilHeard: Bool = false) {
    replay = limit == 0 ? nil : .passRetained(Lock(ReplayBuffer(limit: limit, age: age, isUntilHeard: isUntilHeard)))
    super.init(keepsValues: limit > 0) { channel, request, role in
      unsafeDowncast(channel, to: Channel<Value>.self).drain(first: request, as: role)
    }
  }

  @inlinable
  convenience init(_ strategy: ReplayStrategy) {
    self.init(limit: strategy.limit, age: strategy.age, isUntilHeard: strategy.isUntilHeard)
  }

  deinit {
    instrument?.released(self)
    // The values may be released for the last time.
    if let replay = replay?.takeRetainedValue() { Releases.release(consume replay) }
  }

  @inlinable
  func broadcast(_ value: Value) {
    if gate.isQuiet { return }
    guard replay == nil else { return broadcastAndKeep(value) }
    guard gate.enterIfIdle() else { return broadcast(.passRetained(BroadcastRequest(value))) }
    deliver(value)
    leaveGate()
  }

  /// Broadcasts a value that is kept. A function of its own, so that a hot pair does not pay for its registers.
  @inlinable @inline(never)
  func broadcastAndKeep(_ value: Value) {
    guard gate.enterIfIdle() else { return broadcast(.passRetained(BroadcastRequest(value))) }
    deliverAndLeave(value)
  }

  /// For a busy holder: keeps a value, delivers it, and leaves the gate.
  @inlinable @inline(__always)
  func deliverAndLeave(_ value: Value) {
    keepAndDeliver(value)
    leaveGate()
  }

  @inlinable
  func join(_ sink: consuming Sink<Value>) {
    join(.passRetained(Listener.make(sink)), leavingThrough: .passRetained(self))
  }

  /// Adds a listener, and takes over a reference to it, and one to the upstream that it leaves through.
  @inlinable
  func join(_ reference: Unmanaged<Listener<Value>>, leavingThrough upstream: Unmanaged<Upstream>) {
    let isLive = reference._withUnsafeGuaranteedRef { listener in
      listenerCount.wrappingAdd(1, ordering: .relaxed)
      instrument?.joined(self, listener.disposable)
      listener.disposable.attach(to: upstream)
      return enterBriefly(orPush: JoinRequest(listener)) ? listener.disposable.isLive : nil
    }
    switch isLive {
    case nil:
      slowDown()
      reference.release()
    case _ where isFinished.load(ordering: .relaxed) || !isReplayEmpty:
      // The listener is called.
      gate.stay()
      replay(to: reference.takeRetainedValue())
    case true:
      append(Unmanaged.fromOpaque(reference.toOpaque()))
      gate.leaveBriefly(quiet: isQuiet)
    case false:
      gate.leaveBriefly(quiet: isQuiet)
      // After the gate is left, because the `deinit` of the listener may run any code.
      reference.release()
    }
  }

  /// For a busy holder: admits a listener in the call that makes it, and leaves the gate.
  @inlinable @inline(never)
  func replay(to listener: Listener<Value>) {
    Guest.run {
      admit(listener)
      leaveGate()
    }
  }

  /// Sends the replay to a sink that does not join, and then the end if the pair is finished.
  @inlinable
  func peek(_ sink: Sink<Value>) {
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
    // A constant, so the lock is not needed.
    guard let now = replay.state.ages?.now else { return nil }
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
