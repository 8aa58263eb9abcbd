/// A pair in the model, for one thread.
final class ModelPair: ModelReceiver {
  private let strategy: Strategy
  private let turns = Turns()
  /// The ears that have asked to join, until the pair has handled their leaving.
  private var ears: [Ear] = []
  private var isFinished = false
  private var kept: [Int] = []
  private var owned = OwnedEars()
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
      turns.perform { [self] in forget(ear) }
      if listenerCount > 0 { return }
      onEmpty?()
      onEmpty = nil
    }
    turns.perform { [self] in
      for value in kept where ear.isCallable { ear.hear(ear, value) }
      if isFinished { end(ear) } else if ear.isLive { admit(ear) }
    }
  }

  /// Contract 10: all listeners are told the end after the last value.
  func finish() {
    turns.perform { [self] in
      if isFinished { return }
      isFinished = true
      for ear in ears where ear.hasJoined { end(ear) }
      // No ear joins from now on, so none of these is checked again. Each of them refers to this pair, in a cycle.
      owned = OwnedEars()
    }
  }

  private func end(_ ear: Ear) {
    guard ear.isLive else { return }
    if ear.isCallable { ear.end(ear) } else { ear.remove() }
  }

  /// No listener is called again, joined or still joining. After the present value all of them are disposed of.
  func removeAllListeners() {
    let removed = ears
    for ear in removed { ear.isMuted = true }
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

  private func admit(_ ear: Ear) {
    ear.hasJoined = true
    owned.forgetUnless(isLiveAfterCheck)
    if !ear.owner.isNone { owned.append(ear) }
  }

  private func forget(_ ear: Ear) {
    ears.removeAll { $0 === ear }
  }

  /// Contract 10: ears whose owner is gone are removed without a value that reaches them. Does nothing if more ears
  /// have joined than `owned` has: one of them then has no owner, and keeps the shared connection.
  private func sweep() {
    turns.perform { [self] in
      if owned.count >= ears.count(where: \.hasJoined) { owned.forgetUnless(isLiveAfterCheck) }
    }
  }

  /// Removes an ear whose owner is gone.
  private func isLiveAfterCheck(_ ear: Ear) -> Bool {
    guard ear.isLive else { return false }
    switch ear.owner {
    case .none: break
    case .listeners(let pair): pair.object?.sweep()
    case .object(let reference):
      guard reference.object == nil else { break }
      forget(ear)
      ear.remove()
    }
    return ear.isLive
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
