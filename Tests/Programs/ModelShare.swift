/// A share in the model, as the documentation of `share` describes it. It has a pair of its own, which is connected to
/// the source when the first listener joins, and released when the last listener leaves.
final class ModelShare: ModelReceiver {
  private let source: ModelSource
  private let strategy: Strategy
  private var pair: ModelPair?

  init(_ source: ModelSource, strategy: Strategy) {
    self.source = source
    self.strategy = strategy
  }

  var listenerCount: Int { pair?.listenerCount ?? 0 }

  /// The listener that connects would hear all values that the source replays, whatever the strategy of the share keeps
  /// for later listeners.
  var replayed: Outcome { pair?.replayed ?? source.replayed }

  func listen(_ ear: Ear) {
    if let pair { pair.listen(ear) } else { connect(ear) }
  }

  /// The first listener joins before the source replays, so that it misses no value.
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

  /// The next listener makes a new connection.
  private func forget(_ connected: ModelPair) {
    if pair === connected { pair = nil }
  }
}
