#if NATS
import Airwave

/// What the session tells of itself.
extension PairSession {
  /// Tells the listeners of ``states`` how the session is, if that has changed. In order, for the job that tells looks
  /// at the newest state itself.
  func tellState() {
    let isNews = state.withLock { $0.told != activity(of: $0) }
    guard isNews else { return }
    client.callbackQueue.async { [self] in
      let news = state.withLock { state -> NATSPairState? in
        let now = activity(of: state)
        return exchange(&state.told, with: now) == now ? nil : now
      }
      if let news { states.transmitter.broadcast(news) }
    }
  }

  /// The session has ended.
  func finishTelling() {
    tellState()
    client.callbackQueue.async { [self] in states.transmitter.finish() }
  }

  private func activity(of state: borrowing State) -> NATSPairState {
    let publishes = ends.publishes
    if state.isOver {
      let end = NATSPairState.Activity.ended(state.reason)
      return NATSPairState(reading: state.reader == nil ? .unused : end, publishing: publishes ? end : .unused)
    }
    func activity(_ isUsed: Bool, _ trouble: NATSError?) -> NATSPairState.Activity {
      guard isUsed else { return .unused }
      return (state.disconnection ?? trouble).map(NATSPairState.Activity.waiting) ?? .active
    }
    return NATSPairState(
      reading: activity(state.reader.map { !$0.isIdle } ?? false, state.reader?.trouble),
      publishing: activity(publishes, state.sendingTrouble)
    )
  }
}
#endif
