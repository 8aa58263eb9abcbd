/// The object that all copies of a transmitter share. Its `deinit` finishes the pair.
@usableFromInline final class TransmitterEnd<Value: Sendable>: Sendable {
  @usableFromInline enum Target: Sendable {
    /// The receiver of a pair, which holds the channel.
    case pair(Receiver<Value>)
    /// An adapter, which passes the values on.
    case adapter(Adapter<Value>)
  }

  private let target: Target

  @usableFromInline init(_ target: Target) {
    self.target = target
  }

  var channel: AnyChannel? {
    switch target {
    case .pair(let receiver): if case .channel(let channel) = receiver.origin { channel } else { nil }
    case .adapter(let adapter): adapter.channel
    }
  }

  /// Passes a value to the adapter, if there is one.
  @usableFromInline func adapt(_ value: Value) {
    if case .adapter(let adapter) = target { adapter.send(value) }
  }

  func finish() {
    if case .adapter(let adapter) = target, let finish = adapter.finish { finish() } else { channel?.finish() }
  }

  deinit {
    if case .pair = target { channel?.finish(isAbandoned: true) }
  }
}

/// Closures that pass values, and the end, to a transmitter of another type, which the closures hold.
@usableFromInline final class Adapter<Value: Sendable>: Sendable {
  let channel: AnyChannel?

  /// Passes a value on.
  @usableFromInline let send: @Sendable (Value) -> Void

  /// Passes the end on. If it is nil, the pair is finished at once.
  let finish: (@Sendable () -> Void)?

  init(channel: AnyChannel?, send: @escaping @Sendable (Value) -> Void, finish: (@Sendable () -> Void)? = nil) {
    self.channel = channel
    self.send = send
    self.finish = finish
  }
}
