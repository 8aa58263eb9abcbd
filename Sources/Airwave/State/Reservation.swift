/// A position in the order of a pair that is reserved for a value before the value is delivered.
///
/// A variable reserves the position while it holds the lock of its content, and has the value delivered after
/// unlocking.
@usableFromInline enum Reservation {
  /// The caller holds the gate, and must broadcast the value next.
  case holder
  /// A request was pushed: the holder of the gate broadcasts the value.
  case queued
}

extension Transmitter {
  /// Reserves a position for a value, on the pair of a variable, which is not finished. Runs no user code.
  ///
  /// Does not take over an offered gate, because the value would overtake the pending requests.
  @inlinable func reserve(_ value: Value) -> Reservation {
    guard let channel else { return .queued }
    defer { _fixLifetime(end) }
    return channel._withUnsafeGuaranteedRef { channel in
      if channel.gate.enterIfIdle() { return .holder }
      let request = channel.enter(as: Gate.busy, orPush: .passRetained(BroadcastRequest(value)))
      return request == nil ? .queued : .holder
    }
  }

  /// Broadcasts a value in its reserved position.
  @inlinable func broadcast(_ value: Value, in place: Reservation) {
    guard let channel else { return }
    defer { _fixLifetime(end) }
    channel._withUnsafeGuaranteedRef { channel in
      if place == .queued { return channel.takeOverOrSlowDown() }
      channel.deliverAndLeave(value)
    }
  }
}
