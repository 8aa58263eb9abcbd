/// What all copies of a transmitter share: its life is the life of the pair.
@usableFromInline
final class TransmitterEnd<Value: Sendable>: @unchecked Sendable {
  // Unchecked because of the unmanaged reference, to a channel that the receiver beside it holds.

  @usableFromInline
  enum Target {
    /// The channel of a pair, reached without a retain, and the receiver, which is kept alive with the pair and holds the channel.
    case pair(Unmanaged<Channel<Value>>, Receiver<Value>)
    /// Another transmitter.
    case adapter(Adapter<Value>)
  }

  @usableFromInline let target: Target

  @usableFromInline
  init(_ receiver: Receiver<Value>, _ channel: Channel<Value>) {
    target = .pair(.passUnretained(channel), receiver)
  }

  init(_ adapter: Adapter<Value>) {
    target = .adapter(adapter)
  }

  var pair: AnyChannel? {
    switch target {
    case .pair(let channel, _): channel.takeUnretainedValue()
    case .adapter(let adapter): adapter.pair
    }
  }

  @inlinable func broadcast(_ value: Value) {
    switch target {
    case .pair(let channel, _): channel._withUnsafeGuaranteedRef { $0.broadcast(value) }
    case .adapter(let adapter): adapter.send(value)
    }
  }

  deinit {
    if case .pair(let channel, _) = target { channel._withUnsafeGuaranteedRef { $0.finish() } }
  }
}

/// How values get to a transmitter of another type, which `send` holds.
@usableFromInline
final class Adapter<Value: Sendable>: Sendable {
  let pair: AnyChannel?
  @usableFromInline let send: @Sendable (Value) -> Void

  init(pair: AnyChannel?, send: @escaping @Sendable (Value) -> Void) {
    self.pair = pair
    self.send = send
  }
}
