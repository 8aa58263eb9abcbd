public import Synchronization

/// A gate around plain state: the listeners of a pair and the values that it replays.
///
/// The owner of the gate has the state to itself, without a lock, a copy, or a retain per listener. It runs the closures
/// of listeners while it owns the gate, which is safe because nobody waits for it: whatever such a closure asks of
/// the same channel is pushed as a request, and performed after the present one.
@usableFromInline
final class Channel<Value: Sendable>: AnyChannel, @unchecked Sendable {
  // Unchecked for the reason that `AnyChannel` gives; `replay` is guarded by gate and door together.

  @usableFromInline let replay: UnsafeMutablePointer<RingBuffer<Value>>?

  @inlinable
  init(limit: Int) {
    replay = limit == 0 ? nil : .allocate(capacity: 1)
    replay?.initialize(to: RingBuffer(limit: limit))
    super.init(keepsValues: limit > 0) { channel, request in
      unsafeDowncast(channel, to: Channel<Value>.self).settle(first: request)
    }
  }

  deinit {
    replay?.deinitialize(count: 1)
    replay?.deallocate()
  }

  // MARK: For anyone

  @inlinable
  func broadcast(_ value: Value) {
    if gate.isQuiet { return }
    guard gate.enterIfIdle() else { return submit(BroadcastRequest(value)) }
    keepAndDeliver(value)
    leaveGate()
  }

  @inlinable
  func join(_ listener: Listener<Value>, leavingThrough upstream: Upstream? = nil) {
    listenerCount.add(1, ordering: .relaxed)
    listener.disposable.attach(to: upstream ?? self)
    guard gate.enter() else { return submit(Request(.join(listener))) }
    openDoor()
    admit(listener)
    closeDoor()
    // If it was not admitted it goes now, and may do anything when it goes.
    withExtendedLifetime(listener) { leaveGate() }
  }

  /// Lets a sink hear the replay, and nothing else.
  @inlinable
  func peek(_ sink: Sink<Value>) {
    guard let values = withReplay({ $0.values }) else { return }
    for value in values where sink.isOpen { sink(value) }
    if isFinished.load(ordering: .acquiring), sink.isOpen { sink.end(.finished) }
  }

  /// Reads the replayed values, whoever owns the gate. `read` copies, and runs no other code.
  @inlinable
  func withReplay<Result>(_ read: (borrowing RingBuffer<Value>) -> Result) -> Result? {
    guard let replay else { return nil }
    var wait = Wait()
    while true {
      if let resting = gate.beginReading() {
        let result = read(replay.pointee)
        gate.endReading(resting)
        return result
      }
      if door.closeIfOpen() {
        let result = read(replay.pointee)
        door.open()
        return result
      }
      wait.turn()
    }
  }

  // MARK: For the owner

  /// Performs a request and all that are pending, and leaves the gate.
  @inlinable @inline(never)
  func settle(first: Request?) {
    openDoor()
    if let first { perform(first) }
    while true {
      gate.takeRequests(perform)
      closeDoor()
      if gate.leave(quiet: isQuiet) { return }
      openDoor()
    }
  }

  @inlinable
  func perform(_ request: Request) {
    switch request.action {
    case .broadcast:
      if isFinished.load(ordering: .relaxed) { return }
      let value = unsafeDowncast(request, to: BroadcastRequest<Value>.self).value
      closeDoor()
      let evicted = replay?.pointee.append(value)
      openDoor()
      withExtendedLifetime(evicted) { deliver(value) }
    case .join(let listener):
      admit(unsafeDowncast(listener, to: Listener<Value>.self))
    case .leave(let disposable):
      _ = listeners.remove(disposable)
    case .removeAllListeners:
      let gone = listeners.removeAll()
      removals.subtract(1, ordering: .relaxed)
      gone.forEach(remove)
    case .clearReplay:
      closeDoor()
      let gone = replay?.pointee.takeAll()
      openDoor()
      _ = consume gone
    case .finish:
      isFinished.store(true, ordering: .releasing)
      listeners.removeAll().forEach(end)
    }
  }

  /// Keeps a value, if the strategy says so, and delivers it, with the door closed before and after.
  ///
  /// The value that goes instead goes while the gate is owned: what its `deinit` broadcasts waits its turn, so that a chain
  /// of them does not use up the stack.
  @inlinable @inline(__always)
  func keepAndDeliver(_ value: Value) {
    guard let replay else { return deliver(value) }
    let evicted = replay.pointee.append(value)
    // Letting go of a plain value runs nobody's code, so that the door can stay closed while nobody listens.
    if listeners.isEmpty && _isPOD(Value.self) { return }
    openDoor()
    deliver(value)
    _ = consume evicted
    closeDoor()
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
    if let replay {
      for index in 0..<replay.pointee.count {
        guard canCall(listener.disposable) else { break }
        listener.receive(replay.pointee[index])
      }
    }
    if isFinished.load(ordering: .relaxed) {
      end(listener)
    } else if listener.disposable.registration.isLive {
      listeners.append(listener)
    }
  }

  /// Tells a listener that there will be no more values, unless it has ended or is about to be removed.
  @inlinable
  func end(_ listener: AnyListener) {
    guard listener.disposable.registration.isLive else { return }
    if canCall(listener.disposable) { listener.end(.finished) } else { remove(listener) }
  }

  @inlinable
  func openDoor() {
    if keepsValues { door.open() }
  }

  @inlinable
  func closeDoor() {
    if keepsValues { door.close() }
  }
}
