/// Actions that are done one at a time: one that comes while another is done waits until those before it are done.
final class Turns {
  private var waiting: [() -> Void] = []
  private var isBusy = false

  func perform(_ action: @escaping () -> Void) {
    waiting.append(action)
    if isBusy { return }
    isBusy = true
    while !waiting.isEmpty { waiting.removeFirst()() }
    isBusy = false
  }
}

/// A pair as the contract describes it, for one thread.
final class ModelPair {
  private let strategy: Strategy
  private let turns = Turns()
  private var ears: [Ear] = []
  private var isFinished = false
  private(set) var replayed: [Int] = []

  init(_ strategy: Strategy) {
    self.strategy = strategy
  }

  var listenerCount: Int { ears.count { $0.isLive } }

  /// Contract 2 and 4: one value at a time, to everyone who has joined, in the order of joining.
  func broadcast(_ value: Int) {
    turns.perform { [self] in
      if isFinished { return }
      replayed = strategy.kept(of: replayed + [value])
      for ear in ears where ear.hasJoined && ear.isCallable { ear.hear(ear, value) }
    }
  }

  /// Contract 6: the replay and joining are one step; what comes from inside a delivery takes its place after it.
  func listen(_ ear: Ear) {
    ears.append(ear)
    turns.perform { [self] in
      for value in replayed where ear.isCallable { ear.hear(ear, value) }
      ear.hasJoined = true
      if isFinished { end(ear) }
      forgetEnded()
    }
  }

  /// Contract 10: everyone is told the end after the last value.
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

  /// None of those who have asked to listen is called again; behind the present value they are disposed of.
  func removeAllListeners() {
    let removed = ears
    for ear in removed { ear.isMuted = true }
    turns.perform {
      for ear in removed where ear.isLive { ear.remove() }
    }
  }

  func clearReplay() {
    turns.perform { [self] in replayed = [] }
  }
}

/// What a pair calls.
final class Ear {
  let hear: (Ear, Int) -> Void
  /// Is called when the pair is finished.
  let end: (Ear) -> Void
  /// Disposes of the listener.
  let remove: () -> Void
  var isLive = true
  var hasJoined = false
  var isMuted = false

  init(hear: @escaping (Ear, Int) -> Void, end: @escaping (Ear) -> Void, remove: @escaping () -> Void) {
    self.hear = hear
    self.end = end
    self.remove = remove
  }

  var isCallable: Bool { isLive && !isMuted }
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
