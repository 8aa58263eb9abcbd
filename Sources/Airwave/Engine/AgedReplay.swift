/// A value with the instant of its broadcast.
struct Dated<Value: Sendable>: Sendable {
  let value: Value
  let instant: Duration
}

/// The greatest age of replayed values, measured by a clock.
///
/// A channel with such a limit keeps dated values. A thread that adds a listener first submits a request that evicts
/// the values that are too old. A new listener therefore hears no value that was too old when it asked to join. The
/// request of a broadcast evicts them, too. The holder of the gate reads the clock when it performs that request. So the
/// order of the values is the order of their instants, whichever threads broadcast them.
@usableFromInline
final class AgeLimit: Sendable {
  let duration: Duration
  /// Returns the time since the strategy was made.
  let now: @Sendable () -> Duration

  init(_ duration: Duration, now: @escaping @Sendable () -> Duration) {
    self.duration = duration
    self.now = now
  }

  /// Makes a pair whose channel keeps dated values.
  @usableFromInline func makePair<Value>(limit: Int) -> (Transmitter<Value>, Receiver<Value>) {
    let channel = Channel<Dated<Value>>(limit: limit)
    let dated = Receiver(channel)
    let transmitter = Transmitter(to: channel, keeping: dated)
    let receiver: Receiver<Value> = derive(from: channel) { sink in
      self.evict(from: channel)
      dated.attach(sink)
    } listenerCount: {
      dated.listenerCount
    }
    let adapter = Adapter<Value>(pair: channel) { value in
      // The adapter keeps the pair alive by its transmitter, which keeps its receiver alive (Contract 10).
      withExtendedLifetime((transmitter, receiver)) { channel.broadcast(.passRetained(self.broadcast(of: value))) }
    }
    return (Transmitter(to: adapter), receiver)
  }

  /// Shares a receiver through a connection whose channel keeps dated values.
  @usableFromInline func share<Value>(
    _ source: Receiver<Value>,
    limit: Int,
    lingering: Lingering? = nil
  ) -> Receiver<Value> {
    let dated = source.map { Dated(value: $0, instant: self.now()) }
    let multicast = Multicast<Dated<Value>>(limit: limit, prepare: evict, lingering: lingering)
    return derive(from: multicast) {
      multicast.attach($0, to: dated)
    } listenerCount: {
      multicast.listenerCount
    }
  }

  /// Makes a request to evict the values that are too old, and then to broadcast a value.
  private func broadcast<Value>(of value: Value) -> DatedBroadcastRequest<Dated<Value>> {
    DatedBroadcastRequest { [self] in
      let (now, duration) = (now(), duration)
      return ({ now - $0.instant >= duration }, Dated(value: value, instant: now))
    }
  }

  /// Makes a view of dated values. A read of the replay may find values that are too old and not yet evicted, because
  /// it does not wait for the holder of the gate. The view leaves these values out.
  private func derive<Value>(
    from source: any ActorQueueOwner,
    _ attach: @escaping @Sendable (Sink<Dated<Value>>) -> Void,
    listenerCount: @escaping @Sendable () -> Int
  ) -> Receiver<Value> {
    let attachUndated = { @Sendable (sink: Sink<Value>) in
      let now = self.now()
      let isPeek = sink.disposable.isPeek
      let receive = { (dated: Dated<Value>) in
        if !isPeek || now - dated.instant < self.duration { sink(dated.value) }
      }
      attach(Sink(receive: receive, onEnd: sink.onEnd, disposable: sink.disposable))
    }
    return Receiver(Derivation(of: source, attach: attachUndated, listenerCount: listenerCount))
  }

  /// Evicts the values that are too old: now if the gate is at rest, otherwise when its holder performs the request.
  @Sendable private func evict<Value>(from channel: Channel<Dated<Value>>) {
    let (now, duration) = (now(), duration)
    channel.submit(AgedEvictionRequest<Dated<Value>> { now - $0.instant >= duration }, as: .brief)
  }
}

/// Two strategies with a limit of age are equal only if one is a copy of the other. They then have the same `AgeLimit`.
extension AgeLimit: Hashable {
  @usableFromInline static func == (left: AgeLimit, right: AgeLimit) -> Bool { left === right }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
