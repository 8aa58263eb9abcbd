/// The model of the contract: simple code for one thread, which shares nothing with Airwave.
final class ModelPairs: Pairs {
  private let pairs: [ModelPair]
  let effort = Effort()
  private var shares: [ModelShare] = []
  /// Pairs without a transmitter.
  private var dropped: Set<Int> = []
  private var bags: [[ModelListening]] = [[], []]
  private var owners = [ModelObject(), ModelObject()]
  /// The listeners that have an owner, in the order in which they have joined. Weak, because their closures hold the
  /// run, which holds this.
  private var owned: [Weak<ModelListening>] = []

  init(_ program: Program) {
    pairs = program.strategies.map(ModelPair.init)
    for share in program.shares { shares.append(ModelShare(model(share.source), strategy: share.strategy)) }
  }

  func broadcast(_ value: Int, on pair: Int) { pairs[pair].broadcast(value) }
  func dispose(_ listening: ModelListening) { listening.dispose() }
  func isDisposed(_ listening: ModelListening) -> Bool { !listening.isLive }
  func insert(_ listening: ModelListening, bag: Int) { bags[bag].append(listening) }
  func finish(_ pair: Int) { pairs[pair].finish() }
  func listenerCount(_ origin: Source.Origin) -> Int { receiver(origin).listenerCount }

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

  func release(_ owner: Int) {
    owners[owner] = ModelObject()
    for listening in owned { listening.object?.look() }
  }
  func closureCount(of listenings: [ModelListening]) -> Int { listenings.count { $0.holdsClosure } }

  func listen(to source: Source, owner: Int?, hasEnd: Bool, _ hear: @escaping (Int?) -> Void) -> ModelListening {
    let object = owner.map { owners[$0] }
    let owner = object.map { ModelOwner.object(Weak($0)) } ?? .none
    let listening = ModelListening(to: model(source), owner: owner, hear: hear) {
      if hasEnd { hear(nil) }
    }
    withExtendedLifetime(object) { listening.begin() }
    if object != nil, listening.isLive { owned.append(Weak(listening)) }
    return listening
  }

  func forward(from pair: Int, to target: Int, _ isIncluded: @escaping () -> Bool) -> ModelListening {
    let target = pairs[target]
    let listening = ModelListening(to: model(Source(.pair(pair)))) { value in
      if isIncluded() { target.broadcast(value) }
    } onEnd: {
    }
    listening.begin()
    return listening
  }

  func replayed(_ source: Source) -> [Int] { model(source).replayed.values }
  func latest(_ source: Source) -> Int? { replayed(source).last }

  private func receiver(_ origin: Source.Origin) -> any ModelReceiver {
    switch origin {
    case .pair(let number): pairs[number]
    case .shared(let number): shares[number]
    }
  }

  private func model(_ source: Source) -> ModelSource {
    ModelSource(shape: source, receivers: source.branches.map { receiver($0.origin) }, effort: effort)
  }
}
