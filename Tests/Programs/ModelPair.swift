/// A pair in the model, for one thread.
final class ModelPair: ModelReceiver {
  private let strategy: Strategy
  private let turns = Turns()
  /// The ears that have asked to join, until the pair has handled their leaving.
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
      if case .untilHeard(1...) = strategy { return deliverOrKeep(value) }
      kept = strategy.kept(of: kept + [value])
      for ear in ears where ear.hasJoined && ear.isLive { ear.hear(ear, value) }
    }
  }

  /// Contract 6: a value is kept if no listener was called with it. With a limit of zero none is: the pair is hot.
  private func deliverOrKeep(_ value: Int) {
    let called = ears.filter { ear in ear.hasJoined && ear.hears { value } }
    if called.isEmpty { kept = strategy.kept(of: kept + [value]) }
  }

  /// Contract 6: the replay and joining are one step. A listener that joins during a delivery takes its place after it.
  func listen(_ ear: Ear) {
    ears.append(ear)
    ear.onLeave = { [self] in
      turns.perform { [self] in forget(ear) }
      if listenerCount > 0 { return }
      onEmpty?()
      onEmpty = nil
    }
    turns.perform { [self] in
      if case .untilHeard = strategy {
        while !kept.isEmpty, ear.hears({ kept.removeFirst() }) {}
      } else {
        for value in kept where ear.isLive { ear.hear(ear, value) }
      }
      if isFinished { end(ear) } else if ear.isLive { ear.hasJoined = true }
    }
  }

  /// Contract 10: all listeners are told the end after the last value.
  func finish() {
    turns.perform { [self] in
      if isFinished { return }
      isFinished = true
      for ear in ears where ear.hasJoined { end(ear) }
    }
  }

  private func end(_ ear: Ear) {
    if ear.isLive { ear.end(ear) }
  }

  /// Contract 9: after what was sent before, the listeners that had asked to join are disposed of.
  func removeAllListeners() {
    let removed = ears
    turns.perform { [self] in
      for ear in removed {
        forget(ear)
        if ear.isLive { ear.remove() }
      }
    }
  }

  func clearReplay() {
    turns.perform { [self] in kept = [] }
  }

  private func forget(_ ear: Ear) {
    ears.removeAll { $0 === ear }
  }
}

extension Strategy {
  func kept(of values: [Int]) -> [Int] {
    switch self {
    case .hot: []
    case .warm(let limit), .untilHeard(let limit): values.suffix(limit)
    case .cold: values
    }
  }
}
