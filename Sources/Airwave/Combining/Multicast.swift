/// What stands behind a shared receiver: a pair of its own that is connected to the source while somebody listens.
@usableFromInline
final class Multicast<Value: Sendable>: Sendable {
  @usableFromInline
  struct Connection: Sendable {
    @usableFromInline let channel: Channel<Value>
    @usableFromInline let source: Disposable
    @usableFromInline var users = 0

    @inlinable init(limit: Int) {
      channel = Channel(limit: limit)
      source = Disposable()
    }
  }

  @usableFromInline let source: Receiver<Value>
  @usableFromInline let limit: Int
  @usableFromInline let connection = Lock<Connection?>(nil)

  @inlinable
  init(source: Receiver<Value>, limit: Int) {
    self.source = source
    self.limit = limit
  }

  @inlinable var listenerCount: Int { connection.withLock { $0?.users ?? 0 } }

  @inlinable
  func attach(_ sink: Sink<Value>) {
    if sink.disposable.registration.isPeek { return peek(sink) }
    let (current, isNew) = connection.withLock { connection in
      let isNew = connection == nil
      var current = connection ?? Connection(limit: limit)
      current.users += 1
      connection = current
      return (current, isNew)
    }
    // The first to come joins before the source can replay, so that it misses nothing.
    current.channel.join(Listener.make(sink), leavingThrough: Membership(of: self, in: current.channel))
    guard isNew else {
      // Those who joined before are removed with the connection; who joins it in that moment is, too.
      if connection.withLock({ $0?.channel !== current.channel }) { sink.remove() }
      return
    }
    let channel = current.channel
    let end = { (ending: Ending) in
      if ending == .removed { return self.remove(channel) }
      current.source.dispose()
      channel.finish()
    }
    source.attach(Sink(receive: { channel.broadcast($0) }, onEnd: end, disposable: current.source))
  }

  @inlinable
  func peek(_ sink: Sink<Value>) {
    if let channel = connection.withLock({ $0?.channel }) { channel.peek(sink) } else { source.attach(sink) }
  }

  /// The transmitter has removed the source's listeners: those who share among them. Who comes now connects anew.
  @usableFromInline
  func remove(_ channel: Channel<Value>) {
    let removed = connection.withLock { connection in
      connection?.channel === channel ? exchange(&connection, with: nil) : nil
    }
    withExtendedLifetime(removed) { channel.removeAllListeners() }
  }

  /// A listener of the channel has left. The last one takes the connection with it.
  @usableFromInline
  func forget(_ channel: Channel<Value>) {
    let unused = connection.withLock { connection -> Connection? in
      guard var current = connection, current.channel === channel else { return nil }
      current.users -= 1
      connection = current.users == 0 ? nil : current
      return connection == nil ? current : nil
    }
    unused?.source.dispose()
  }
}

/// Tells a shared channel, and then its multicast, that a listener leaves.
@usableFromInline
final class Membership<Value: Sendable>: Upstream, @unchecked Sendable {
  // Unchecked because `Upstream` cannot be checked; both members are constant and `Sendable`.
  private let multicast: Multicast<Value>
  private let channel: Channel<Value>

  @usableFromInline
  init(of multicast: Multicast<Value>, in channel: Channel<Value>) {
    self.multicast = multicast
    self.channel = channel
  }

  override func leave(_ disposable: Disposable) {
    channel.leave(disposable)
    multicast.forget(channel)
  }
}
