/// The state of a shared receiver: the connection that a new listener joins, if one exists.
///
/// ```
/// shared receiver ──▶ source
///       │     ┌┄┄┄┄┄┄┄┄┐
///       ▼     ▼        ┊
///   Multicast ──▶ Connection ──▶ channel ──▶ listeners ──▶ Connection
///       ▲              │ ▲
///       │              ▼ │
///    listener of the source
/// ```
///
/// The shared receiver passes in the source receiver. Neither the multicast nor a connection holds it, because a
/// listener does not keep alive the receiver that it listens to (Contract 10).
///
/// The connection is removed from the multicast when the last listener leaves, or when the source ends. The multicast
/// is held by what can add a listener, and by what can send a value: the shared receiver, and the listener of the
/// source. When neither exists, as after `never.share()`, its `deinit` releases the listeners, which nothing can call
/// any more, and the replay.
@usableFromInline final class Multicast<Value: Sendable>: ActorQueueOwner {
  @usableFromInline let strategy: ReplayStrategy
  /// The connection. The lock also guards the variables of the connection.
  @usableFromInline let current = Lock<Connection<Value>?>(nil)

  /// The queues of the listeners of all connections.
  @usableFromInline let actorQueues = ActorQueues()

  /// How long a connection stays after its last listener has left. Nil if it ends at once.
  let lingering: LingerPolicy?

  /// What the inspector knows of the shared receiver, and so of the channel of each connection.
  @usableFromInline let hooks: PairHooks

  @usableFromInline init(_ strategy: ReplayStrategy, lingering: LingerPolicy? = nil) {
    // A negative limit traps here, and not when a listener joins.
    _ = strategy.limit
    self.strategy = strategy
    self.lingering = lingering
    hooks = instrument?.hooks(ofShared: Value.self, strategy: strategy) ?? PairHooks()
  }

  deinit {
    current.withLock { $0 }?.release()
    instrument?.released(hooks)
  }

  @inlinable var listenerCount: Int { current.withLock { $0?.listenerCount ?? 0 } }

  /// Adds a listener. The first listener connects to the source.
  @inlinable func attach(_ sink: Sink<Value>, to source: Receiver<Value>) {
    if sink.disposable.isPeek { return peek(sink, source) }
    let (connection, isNew, pause) = current.withLock { current in
      let isNew = current == nil
      let connection = current ?? Connection(of: self, Channel(strategy))
      connection.listenerCount += 1
      current = connection
      return (connection, isNew, exchange(&connection.pause, with: nil))
    }
    pause?.dispose()
    // The first listener joins before the source replays, so it misses no value.
    connection.channel.join(.passRetained(Listener.make(sink)), leavingThrough: .passRetained(connection))
    if isNew {
      instrument?.connected(connection.channel, by: connection.source)
      // The source may replay to listeners of others, which have joined the connection meanwhile.
      OwnListenersOnly.run { source.attach(self.sink(of: connection)) }
    } else if current.withLock({ _ in connection.isRemoved }) {
      // The listeners of the connection were removed, possibly before this listener joined.
      sink.remove()
    }
  }

  /// The sink of the listener of the source. It holds the multicast: without the use at the end, the optimizer may drop
  /// what the closure captures.
  @inlinable func sink(of connection: Connection<Value>) -> Sink<Value> {
    Sink(
      receive: { [self, channel = connection.channel] value in
        channel.broadcast(value)
        _fixLifetime(self)
      },
      onEnd: { [self] in end(connection, $0) },
      disposable: connection.source
    )
  }

  /// Called when the source has ended, or when its listener was removed. After this a new listener makes a new
  /// connection, also from inside an `onFinish`.
  @usableFromInline func end(_ connection: Connection<Value>, _ ending: Ending) {
    let pause = current.withLock { current in
      if current === connection { current = nil }
      connection.isRemoved = ending == .removed
      return exchange(&connection.pause, with: nil)
    }
    pause?.dispose()
    if ending == .removed { return connection.channel.removeAllListeners() }
    connection.source.dispose()
    connection.channel.finish(isAbandoned: connection.source.isAbandoned)
  }

  @inlinable func peek(_ sink: Sink<Value>, _ source: Receiver<Value>) {
    if let connection = current.withLock({ $0 }) { connection.channel.peek(sink) } else { source.attach(sink) }
  }
}

/// A channel for the listeners of a shared receiver, and the one listener of the source that broadcasts on it.
@usableFromInline final class Connection<Value: Sendable>: Upstream, @unchecked Sendable {
  // Unchecked: the lock of the multicast guards the variables. The weak reference is set once, and any thread may load
  // it. Everything else is constant and `Sendable`.

  /// Nil when neither the shared receiver nor the listener of the source exists.
  @exclusivity(unchecked) private weak var multicast: Multicast<Value>?
  @usableFromInline let channel: Channel<Value>
  /// The disposable of the listener of the source.
  @usableFromInline let source = Disposable()
  @exclusivity(unchecked) @usableFromInline var listenerCount = 0
  /// The disposable of the alarm that ends the connection after a pause without a listener, if it has no listener.
  @exclusivity(unchecked) @usableFromInline var pause: Disposable?
  /// Whether the transmitter has removed the listener of the source.
  @exclusivity(unchecked) @usableFromInline var isRemoved = false

  @usableFromInline init(of multicast: Multicast<Value>, _ channel: Channel<Value>) {
    self.multicast = multicast
    self.channel = channel
    channel.hooks = multicast.hooks
  }

  /// Called when no value can follow, and no listener can join.
  fileprivate func release() {
    // No other thread has a reference to the multicast, whose lock guards the pause.
    pause?.dispose()
    source.dispose()
    channel.releaseListeners()
    // The disposable of a listener, which its user may keep, holds the channel.
    channel.clearReplay()
  }

  /// Removes a listener. When the last listener leaves, the connection ends, or begins to linger.
  override func leave(_ disposable: Disposable) -> AnyObject? {
    if let removed = channel.leave(disposable) { Releases.release(consume removed) }
    // Without the multicast, `release` disposes of the source.
    guard let multicast else { return self }
    let pause = multicast.lingering == nil ? nil : Disposable()
    let isLast = multicast.current.withLock { current in
      listenerCount -= 1
      guard current === self, listenerCount == 0 else { return false }
      if pause == nil { current = nil }
      self.pause = pause
      return true
    }
    guard isLast else { return self }
    if let pause, let lingering = multicast.lingering { linger(lingering, until: pause) } else { source.dispose() }
    return self
  }

  /// Ends the connection after the time that it lingers, unless the pause ends before, because a listener joins.
  private func linger(_ lingering: LingerPolicy, until pause: Disposable) {
    let cancel = lingering.begin { [self] in
      // Either this closes the disposable, or the thread whose listener joins does and cancels the alarm.
      guard pause.stop(as: .ended) else { return }
      let isOver = multicast?.current.withLock { current in
        guard current === self, self.pause === pause else { return false }
        (current, self.pause) = (nil, nil)
        return true
      }
      if isOver == true { source.dispose() }
    }
    pause.attach(to: Cancellation(cancel))
  }
}

/// How long a connection stays after its last listener has left.
@usableFromInline struct LingerPolicy: Sendable {
  /// Reads the clock when the last listener has left, and calls a closure when the connection is to end. Returns a
  /// function that prevents this call.
  let begin: @Sendable (_ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void

  init<C: Clock>(for interval: Duration, clock: C) where C.Duration == Duration {
    begin = { clock.alarm(at: clock.now.advanced(by: interval), $0) }
  }
}
