/// The object that all copies of a transmitter share. Its `deinit` finishes the pair.
@usableFromInline final class TransmitterEnd<Value: Sendable>: Sendable {
  @usableFromInline enum Target: Sendable {
    /// The receiver of a pair, which holds the channel.
    case pair(Receiver<Value>)
    /// Closures that pass values, and the end, to another transmitter, which the closures hold. The channel is the one
    /// of that transmitter.
    indirect case adapter(AnyChannel?, send: @Sendable (Value) -> Void, finish: @Sendable () -> Void)
  }

  private let target: Target

  @usableFromInline init(_ target: Target) {
    self.target = target
  }

  var channel: AnyChannel? {
    switch target {
    case .pair(let receiver): if case .channel(let channel) = receiver.origin { channel } else { nil }
    case .adapter(let channel, _, _): channel
    }
  }

  /// Passes a value to the adapter, if there is one.
  @usableFromInline func adapt(_ value: Value) {
    if case .adapter(_, let send, _) = target { send(value) }
  }

  func finish() {
    if case .adapter(_, _, let finish) = target { finish() } else { channel?.finish() }
  }

  deinit {
    if case .pair = target { channel?.finish(isAbandoned: true) }
  }
}
