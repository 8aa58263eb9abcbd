/// A place in the order of a pair, taken for a value before it is broadcast.
///
/// A caller can take it together with a step of its own, and have the value delivered when that is done.
@usableFromInline
enum Place {
  /// The caller owns the gate: it must broadcast next.
  case owner
  /// Whoever owns the gate broadcasts.
  case queued
}

extension Transmitter {
  /// Takes a place for a value, on a pair of its own that is not finished. Runs nobody's code.
  @inlinable
  func reserve(_ value: Value) -> Place {
    guard let channel = end.channel else { return .queued }
    return channel._withUnsafeGuaranteedRef { channel in
      channel.gate.enterIfIdle() || channel.gate.enter(orPush: BroadcastRequest(value)) ? .owner : .queued
    }
  }

  /// Broadcasts a value in its place.
  @inlinable
  func broadcast(_ value: Value, in place: Place) {
    guard place == .owner, let channel = end.channel else { return }
    channel._withUnsafeGuaranteedRef { channel in
      channel.keepAndDeliver(value)
      channel.leaveGate()
    }
  }
}
