import Airwave

/// The pairs of Airwave, and the shared receivers of them. Each shared receiver is made once for all listeners.
final class AirwavePairs: Pairs {
  private let census: Census
  private var transmitters: [Transmitter<Counted>?]
  private let receivers: [Receiver<Counted>]
  private var shared: [Receiver<Counted>] = []
  /// The pairs to which values were forwarded: their transmitters have several owners.
  private var targets: Set<Int> = []
  private var bags = [DisposeBag(), DisposeBag()]
  private var owners: [Token]

  init(_ program: Program, _ census: Census) {
    self.census = census
    owners = [Token(census), Token(census)]
    let pairs = program.strategies.map { Receiver<Counted>.make(strategy: $0.replayStrategy) }
    transmitters = pairs.map(\.transmitter)
    receivers = pairs.map(\.receiver)
    for share in program.shares {
      shared.append(receiver(share.source).share(strategy: share.strategy.replayStrategy))
    }
  }

  func broadcast(_ value: Int, on pair: Int) { transmitters[pair]?.broadcast(Counted(value, census)) }
  func dispose(_ listening: Disposable) { listening.dispose() }
  func isDisposed(_ listening: Disposable) -> Bool { listening.isDisposed }
  func insert(_ listening: Disposable, bag: Int) { listening.disposed(by: bags[bag]) }
  func disposeBag(_ bag: Int) { bags[bag].dispose() }
  func dropBag(_ bag: Int) {
    let gone = bags[bag]
    withExtendedLifetime(gone) { bags[bag] = DisposeBag() }
  }
  func clearReplay(_ pair: Int) { transmitters[pair]?.clearReplay() }
  func removeAllListeners(_ pair: Int) { transmitters[pair]?.removeAllListeners() }
  func finish(_ pair: Int) { transmitters[pair]?.finish() }
  func listenerCount(_ origin: Source.Origin) -> Int { receiver(origin).listenerCount }

  func drop(_ pair: Int) {
    // The release finishes the pair, and its listeners may use the other pairs. So the array is changed before the
    // release.
    let gone = transmitters[pair]
    transmitters[pair] = nil
    if targets.contains(pair) { gone?.finish() }
    withExtendedLifetime(gone) {}
  }

  /// The library looks at owners at any time. Here it looks when an owner is released, as the model does.
  func release(_ owner: Int) {
    do {
      // The array is changed before the release, which may run any code.
      let gone = owners[owner]
      withExtendedLifetime(gone) { owners[owner] = Token(census) }
    }
    OwnedListeners.shared.sweep()
  }

  func closureCount(of listenings: [Disposable]) -> Int { census.closureCount }

  func listen(to source: Source, owner: Int?, hasEnd: Bool, _ hear: @escaping (Int?) -> Void) -> Disposable {
    let (receiver, captured) = (receiver(source), Captured(hear, census))
    if let owner { return listen(to: receiver, with: owners[owner], hasEnd: hasEnd, captured) }
    return if hasEnd {
      receiver.listen {
        captured.function($0.number)
      } onFinish: {
        captured.function(nil)
      }
    } else {
      receiver.listen { captured.function($0.number) }
    }
  }

  private func listen(
    to receiver: Receiver<Counted>,
    with owner: Token,
    hasEnd: Bool,
    _ captured: Captured<(Int?) -> Void>
  ) -> Disposable {
    // The owner exists until the listener has joined, as in the model.
    withExtendedLifetime(owner) {
      if hasEnd {
        receiver.listen(with: owner) { _, value in
          captured.function(value.number)
        } onFinish: { _ in
          captured.function(nil)
        }
      } else {
        receiver.listen(with: owner) { _, value in captured.function(value.number) }
      }
    }
  }

  func forward(from pair: Int, to target: Int, _ isIncluded: @escaping () -> Bool) -> Disposable {
    guard let transmitter = transmitters[target] else {
      return listen(to: Source(.pair(pair)), owner: nil, hasEnd: false) { _ in _ = isIncluded() }
    }
    targets.insert(target)
    let captured = Captured(isIncluded, census)
    return receivers[pair].filter { _ in captured.function() }.forward(to: transmitter)
  }

  func replayed(_ source: Source) -> [Int] { receiver(source).replayed.map(\.number) }
  func latest(_ source: Source) -> Int? { receiver(source).latest?.number }

  private func receiver(_ origin: Source.Origin) -> Receiver<Counted> {
    switch origin {
    case .pair(let number): receivers[number]
    case .shared(let number): shared[number]
    }
  }

  private func receiver(_ source: Source) -> Receiver<Counted> {
    let branches = source.branches.map { branch in
      branch.operators.reduce(receiver(branch.origin)) { $1.applied(to: $0) }
    }
    return source.operators.reduce(source.joined(branches)) { $1.applied(to: $0) }
  }
}
