/// The model: what the contract says of pairs, as plain code for one thread. It shares nothing with Airwave.
final class ModelPairs: Pairs {
  private let pairs: [ModelPair]
  /// Pairs without a transmitter.
  private var dropped: Set<Int> = []
  private var bags: [[ModelListening]] = [[], []]

  init(_ strategies: [Strategy]) {
    pairs = strategies.map(ModelPair.init)
  }

  func broadcast(_ value: Int, on pair: Int) { pairs[pair].broadcast(value) }
  func dispose(_ listening: ModelListening) { listening.dispose() }
  func isDisposed(_ listening: ModelListening) -> Bool { !listening.isLive }
  func insert(_ listening: ModelListening, bag: Int) { bags[bag].append(listening) }
  func finish(_ pair: Int) { pairs[pair].finish() }
  func listenerCount(_ pair: Int) -> Int { pairs[pair].listenerCount }

  func clearReplay(_ pair: Int) {
    if !dropped.contains(pair) { pairs[pair].clearReplay() }
  }

  func removeAllListeners(_ pair: Int) {
    if !dropped.contains(pair) { pairs[pair].removeAllListeners() }
  }

  func drop(_ pair: Int) {
    dropped.insert(pair)
    pairs[pair].finish()
  }

  func disposeBag(_ bag: Int) {
    for listening in bags[bag] { listening.dispose() }
    bags[bag] = []
  }

  func dropBag(_ bag: Int) { disposeBag(bag) }

  func listen(to source: Source, hasEnd: Bool, _ hear: @escaping (Int?) -> Void) -> ModelListening {
    let listening = ModelListening(to: source, hear: hear, onEnd: { if hasEnd { hear(nil) } })
    listening.begin(pairs)
    return listening
  }

  func forward(from pair: Int, to target: Int, _ isIncluded: @escaping () -> Bool) -> ModelListening {
    let target = pairs[target]
    let listening = ModelListening(to: Source(pair: pair)) { value in
      if isIncluded() { target.broadcast(value) }
    } onEnd: {
    }
    listening.begin(pairs)
    return listening
  }

  func replayed(_ source: Source) -> [Int] {
    let happenings = source.joining.order.flatMap { number -> [Source.Joining.Happening] in
      let outcome = source.branches[number].operators.applied(to: pairs[source.branches[number].pair].replayed)
      return outcome.values.map { .init(branch: number, value: $0) }
    }
    return source.operators.applied(to: source.joining.applied(to: happenings).values).values
  }

  func latest(_ source: Source) -> Int? { replayed(source).last }
}

/// One listener, and the operators before it.
final class ModelListening {
  private let source: Source
  private let hear: (Int) -> Void
  private let onEnd: () -> Void
  /// What comes while the listener hears another branch is heard after that.
  private let turns = Turns()
  private var ears: [Ear] = []
  private var happenings: [Source.Joining.Happening] = []
  private var heardCount = 0
  private(set) var isLive = true

  init(to source: Source, hear: @escaping (Int) -> Void, onEnd: @escaping () -> Void) {
    self.source = source
    self.hear = hear
    self.onEnd = onEnd
  }

  func begin(_ pairs: [ModelPair]) {
    // A count of 0 never listens.
    if source.operators.applied(to: []).isDone { return end() }
    for number in source.joining.order where isLive {
      listen(to: source.branches[number], number, pairs)
    }
  }

  func dispose() {
    isLive = false
    for ear in ears { ear.isLive = false }
    ears = []
  }

  private func end() {
    guard isLive else { return }
    dispose()
    onEnd()
  }

  /// Contract 8: a branch sends its operators, applied to exactly what its pair sends.
  private func listen(to branch: Source.Branch, _ number: Int, _ pairs: [ModelPair]) {
    if branch.operators.applied(to: []).isDone { return happen(number, nil) }
    var values: [Int] = []
    var sentCount = 0
    let end = { [self] (ear: Ear) in
      guard ear.isLive else { return }
      ear.isLive = false
      happen(number, nil)
    }
    let hear = { [self] (ear: Ear, value: Int) in
      values.append(value)
      let outcome = branch.operators.applied(to: values)
      if outcome.values.count > sentCount, let newest = outcome.values.last {
        sentCount += 1
        happen(number, newest)
      }
      if outcome.isDone { end(ear) }
    }
    let new = Ear(hear: hear, end: end, remove: dispose)
    ears.append(new)
    pairs[branch.pair].listen(new)
  }

  private func happen(_ branch: Int, _ value: Int?) {
    turns.perform { [self] in
      guard isLive else { return }
      happenings.append(.init(branch: branch, value: value))
      let joined = source.joining.applied(to: happenings)
      let outcome = source.operators.applied(to: joined.values)
      if outcome.values.count > heardCount, let newest = outcome.values.last {
        heardCount += 1
        hear(newest)
      }
      if joined.isDone || outcome.isDone { end() }
    }
  }
}
