/// The object that all copies of a transmitter share. Its `deinit` finishes the pair.
@usableFromInline
final class TransmitterEnd<Value: Sendable>: @unchecked Sendable {
  // Unchecked because of the unmanaged reference. The receiver beside it holds the channel.

  @usableFromInline
  enum Target {
    /// The channel of a pair, called without a retain, and the receiver, which holds the channel. The transmitter keeps
    /// the receiver alive (Contract 10).
    case pair(Unmanaged<Channel<Value>>, Receiver<Value>)
    /// An adapter, which passes the values on.
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

  func finish() {
    if case .adapter(let adapter) = target, let finish = adapter.finish { finish() } else { pair?.finish() }
  }

  deinit {
    if case .pair(let channel, _) = target { channel._withUnsafeGuaranteedRef { $0.finish() } }
  }
}

/// Closures that pass values, and the end, to a transmitter of another type, which the closures hold.
@usableFromInline
final class Adapter<Value: Sendable>: Sendable {
  let pair: AnyChannel?
  @usableFromInline let send: @Sendable (Value) -> Void

  /// Passes the end on. If it is nil, the pair is finished at once.
  let finish: (@Sendable () -> Void)?

  init(pair: AnyChannel?, send: @escaping @Sendable (Value) -> Void, finish: (@Sendable () -> Void)? = nil) {
    self.pair = pair
    self.send = send
    self.finish = finish
  }
}
