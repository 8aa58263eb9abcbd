/// The state of a shared receiver: the connection that a new listener joins, if there is one.
///
/// ```
/// shared receiver ──▶ source
///       │
///       ▼
///   Multicast ◀──▶ Connection ──▶ channel ──▶ listeners
///                      ▲                          │
///                      ├── listener of the source └─▶ Connection
/// ```
///
/// Neither the multicast nor a connection holds the source receiver, which the shared receiver passes in: a listener does not
/// keep alive what it listens to (Contract 10). The references between a multicast, its connection and the listeners are
/// released when the last listener leaves or the source ends.
@usableFromInline
final class Multicast<Value: Sendable>: ActorQueueOwner {
  @usableFromInline let limit: Int
  /// Guards the variables of the connection, too.
  @usableFromInline let current = Lock<Connection<Value>?>(nil)

  /// Of the listeners of all connections.
  private let actorQueues = ActorQueues()

  /// Prepares the channel of a connection for a value, or for a listener.
  @usableFromInline let prepare: (@Sendable (Channel<Value>) -> Void)?

  @usableFromInline
  init(limit: Int, prepare: (@Sendable (Channel<Value>) -> Void)? = nil) {
    self.limit = limit
    self.prepare = prepare
  }

  @inlinable var listenerCount: Int { current.withLock { $0?.listenerCount ?? 0 } }

  @usableFromInline func actorQueue(on actor: any Actor) -> ActorQueue {
    actorQueues.queue(on: actor)
  }

  /// Adds a listener. The first one connects to the source.
  @inlinable
  func attach(_ sink: Sink<Value>, to source: Receiver<Value>) {
    if sink.disposable.isPeek { return peek(sink, source) }
    let (connection, isNew) = current.withLock { current in
      let isNew = current == nil
      let connection = current ?? Connection(of: self, Channel(limit: limit))
      connection.listenerCount += 1
      current = connection
      return (connection, isNew)
    }
    prepare?(connection.channel)
    // The first listener joins before the source replays, and so misses nothing.
    connection.channel.join(Listener.make(sink), leavingThrough: connection)
    if isNew {
      source.attach(connection.sink)
    } else if current.withLock({ _ in connection.isRemoved }) {
      // The listeners of the connection were removed, perhaps before this one joined.
      sink.remove()
    }
  }

  @inlinable
  func peek(_ sink: Sink<Value>, _ source: Receiver<Value>) {
    if let connection = current.withLock({ $0 }) { connection.channel.peek(sink) } else { source.attach(sink) }
  }
}

/// A channel of its own, a listener of the source that broadcasts on it, and the listeners that share that one.
@usableFromInline
final class Connection<Value: Sendable>: Upstream, @unchecked Sendable {
  // Unchecked: the lock of the multicast guards the variables; all else is constant and `Sendable`.

  @usableFromInline let multicast: Multicast<Value>
  @usableFromInline let channel: Channel<Value>
  /// Ends the listening to the source.
  @usableFromInline let source: Disposable
  @exclusivity(unchecked) @usableFromInline var listenerCount = 0
  /// Whether the transmitter has removed the listener of the source.
  @exclusivity(unchecked) @usableFromInline var isRemoved = false

  @usableFromInline
  init(of multicast: Multicast<Value>, _ channel: Channel<Value>) {
    self.multicast = multicast
    self.channel = channel
    source = Disposable(owner: .listeners(of: WeakReference(channel)))
  }

  /// What listens to the source.
  @inlinable var sink: Sink<Value> {
    Sink(receive: receive, onEnd: end, disposable: source)
  }

  @inlinable var receive: (Value) -> Void {
    guard let prepare = multicast.prepare else { return { [channel] in channel.broadcast($0) } }
    return { [channel] value in
      prepare(channel)
      channel.broadcast(value)
    }
  }

  /// The source has ended, or its listener was removed. From here on new listeners connect anew, from inside the end too.
  @usableFromInline func end(_ ending: Ending) {
    multicast.current.withLock { current in
      if current === self { current = nil }
      isRemoved = ending == .removed
    }
    if ending == .removed { return channel.removeAllListeners() }
    source.dispose()
    channel.finish()
  }

  /// A listener leaves. The last one ends the connection.
  override func leave(_ disposable: Disposable) {
    channel.leave(disposable)
    let isLast = multicast.current.withLock { current in
      listenerCount -= 1
      guard current === self, listenerCount == 0 else { return false }
      current = nil
      return true
    }
    if isLast { source.dispose() }
  }
}
