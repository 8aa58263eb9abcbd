/// What all copies of a transmitter share: its life is the life of the pair.
@usableFromInline
final class TransmitterEnd<Value: Sendable>: @unchecked Sendable {
  // Unchecked because of `channel`: it is what `receiver` holds, once more, to be reached without a retain.

  /// What values are broadcast on, unless this end adapts another one.
  @usableFromInline let channel: Unmanaged<Channel<Value>>?
  /// Kept alive with the pair.
  private let receiver: Receiver<Value>?
  private let adapter: Adapter<Value>?

  @usableFromInline
  init(_ receiver: Receiver<Value>, _ channel: Channel<Value>) {
    self.receiver = receiver
    self.channel = Unmanaged.passUnretained(channel)
    adapter = nil
  }

  init(_ adapter: Adapter<Value>) {
    self.adapter = adapter
    receiver = nil
    channel = nil
  }

  var pair: AnyChannel? { receiver?.channel ?? adapter?.pair }

  @inlinable func broadcast(_ value: Value) {
    if let channel { channel._withUnsafeGuaranteedRef { $0.broadcast(value) } } else { adapt(value) }
  }

  @usableFromInline func adapt(_ value: Value) {
    adapter?.send(value)
  }

  deinit {
    receiver?.channel?.finish()
  }
}

/// How values get to a transmitter of another type, which `send` holds.
final class Adapter<Value: Sendable>: Sendable {
  let pair: AnyChannel?
  let send: @Sendable (Value) -> Void

  init(pair: AnyChannel?, send: @escaping @Sendable (Value) -> Void) {
    self.pair = pair
    self.send = send
  }
}
