/// A pair in the model, for one thread.
final class ModelPair: ModelReceiver {
  private let strategy: Strategy
  private let turns = Turns()
  private var ears: [Ear] = []
  private var isFinished = false
  private var kept: [Int] = []
  /// Called once, when the last listener has left.
  var onEmpty: (() -> Void)?

  init(_ strategy: Strategy) {
    self.strategy = strategy
  }

  var replayed: Outcome { Outcome(values: kept, isDone: isFinished) }

  var listenerCount: Int { ears.count { $0.isLive } }

  /// Contract 2 and 4: one value at a time, to all listeners that have joined, in the order in which they joined.
  func broadcast(_ value: Int) {
    turns.perform { [self] in
      if isFinished { return }
      kept = strategy.kept(of: kept + [value])
      for ear in ears where ear.hasJoined && ear.isCallable { ear.hear(ear, value) }
    }
  }

  /// Contract 6: the replay and joining are one step. A listener that joins during a delivery takes its place after it.
  func listen(_ ear: Ear) {
    ears.append(ear)
    ear.onLeave = { [self] in
      if listenerCount > 0 { return }
      onEmpty?()
      onEmpty = nil
    }
    turns.perform { [self] in
      for value in kept where ear.isCallable { ear.hear(ear, value) }
      ear.hasJoined = true
      if isFinished { end(ear) }
      forgetEnded()
    }
  }

  /// Contract 10: all listeners are told the end after the last value.
  func finish() {
    turns.perform { [self] in
      let wasFinished = isFinished
      isFinished = true
      if !wasFinished { for ear in ears where ear.hasJoined { end(ear) } }
      forgetEnded()
    }
  }

  private func forgetEnded() {
    ears.removeAll { !$0.isLive }
  }

  private func end(_ ear: Ear) {
    guard ear.isLive else { return }
    if ear.isCallable { ear.end(ear) } else { ear.remove() }
  }

  /// No listener is called again, joined or still joining. After the present value all of them are disposed of.
  func removeAllListeners() {
    let removed = ears
    for ear in removed { ear.isMuted = true }
    turns.perform {
      for ear in removed where ear.isLive { ear.remove() }
    }
  }

  func clearReplay() {
    turns.perform { [self] in kept = [] }
  }
}

extension Strategy {
  func kept(of values: [Int]) -> [Int] {
    switch self {
    case .hot: []
    case .warm(let limit): values.suffix(limit)
    case .cold: values
    }
  }
}
