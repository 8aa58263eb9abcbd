/// A place in the order of a pair, which is reserved for a value before the value is broadcast.
///
/// A variable reserves it together with its own change, and has the value delivered after that.
@usableFromInline
enum Reservation {
  /// The caller owns the gate: it must broadcast next.
  case owner
  /// The value was pushed: the owner of the gate broadcasts it.
  case queued
}

extension Transmitter {
  /// Reserves a place for a value, on a pair of its own that is not finished. Runs no code of a user.
  ///
  /// An offered gate is left alone: the value must not overtake those that wait.
  @inlinable
  func reserve(_ value: Value) -> Reservation {
    guard case .pair(let channel, _) = end.target else { return .queued }
    return channel._withUnsafeGuaranteedRef { channel in
      channel.gate.enterIfIdle() || channel.enterOrPush(BroadcastRequest(value)) ? .owner : .queued
    }
  }

  /// Broadcasts a value in its place.
  @inlinable
  func broadcast(_ value: Value, in place: Reservation) {
    guard case .pair(let channel, _) = end.target else { return }
    channel._withUnsafeGuaranteedRef { channel in
      if place == .queued { return channel.goOnOrHoldBack() }
      channel.keepAndDeliver(value)
      channel.leaveGate()
    }
  }
}
