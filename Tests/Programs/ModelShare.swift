/// What is shared, as the documentation of `share` describes it: a pair of its own, which the first to listen connects to
/// the source, and which the last to leave takes along.
final class ModelShare: ModelReceiver {
  private let source: ModelSource
  private let strategy: Strategy
  private var pair: ModelPair?

  init(_ source: ModelSource, strategy: Strategy) {
    self.source = source
    self.strategy = strategy
  }

  var listenerCount: Int { pair?.listenerCount ?? 0 }

  /// Who would connect hears all that the source replays, whatever is kept for those who come later.
  var replayed: Outcome { pair?.replayed ?? source.replayed }

  func listen(_ ear: Ear) {
    if let pair { pair.listen(ear) } else { connect(ear) }
  }

  /// The first one joins before the source replays, so that it misses nothing.
  private func connect(_ first: Ear) {
    let pair = ModelPair(strategy)
    let listening = ModelListening(to: source, hear: pair.broadcast) { [self] in
      forget(pair)
      pair.finish()
    } onRemove: { [self] in
      forget(pair)
      pair.removeAllListeners()
    }
    pair.onEmpty = { [self] in
      forget(pair)
      listening.dispose()
    }
    self.pair = pair
    pair.listen(first)
    listening.begin()
  }

  /// Who listens from now on connects anew.
  private func forget(_ connected: ModelPair) {
    if pair === connected { pair = nil }
  }
}
