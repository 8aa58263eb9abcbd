import Airwave

/// The pairs of Airwave.
final class AirwavePairs: Pairs {
  private let census: Census
  private var transmitters: [Transmitter<Counted>?]
  private let receivers: [Receiver<Counted>]
  /// Those to which something was forwarded: they have more than one holder.
  private var targets: Set<Int> = []
  private var bags = [DisposeBag(), DisposeBag()]

  init(_ strategies: [Strategy], _ census: Census) {
    self.census = census
    let pairs = strategies.map { Receiver<Counted>.make(strategy: $0.replayStrategy) }
    transmitters = pairs.map(\.transmitter)
    receivers = pairs.map(\.receiver)
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
  func listenerCount(_ pair: Int) -> Int { receivers[pair].listenerCount }

  func drop(_ pair: Int) {
    if targets.contains(pair) { finish(pair) }
    // Its end is told when it goes, to listeners that may use the others: let it go behind the change.
    let gone = transmitters[pair]
    withExtendedLifetime(gone) { transmitters[pair] = nil }
  }

  func listen(to source: Source, hasEnd: Bool, _ hear: @escaping (Int?) -> Void) -> Disposable {
    let (receiver, captured) = (receiver(source), Captured(hear, census))
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

  func forward(from pair: Int, to target: Int, _ isIncluded: @escaping () -> Bool) -> Disposable {
    guard let transmitter = transmitters[target] else {
      return listen(to: Source(pair: pair), hasEnd: false) { _ in _ = isIncluded() }
    }
    targets.insert(target)
    let captured = Captured(isIncluded, census)
    return receivers[pair].filter { _ in captured.function() }.forward(to: transmitter)
  }

  func replayed(_ source: Source) -> [Int] { receiver(source).replayed.map(\.number) }
  func latest(_ source: Source) -> Int? { receiver(source).latest?.number }

  private func receiver(_ source: Source) -> Receiver<Counted> {
    let branches = source.branches.map { branch in
      branch.operators.reduce(receivers[branch.pair]) { $1.applied(to: $0) }
    }
    return source.operators.reduce(source.joining.joined(branches)) { $1.applied(to: $0) }
  }
}

extension Strategy {
  var replayStrategy: ReplayStrategy {
    switch self {
    case .hot: .hot
    case .warm(let limit): .warm(upTo: limit)
    case .cold: .cold
    }
  }
}

extension Operator {
  fileprivate func applied(to receiver: Receiver<Counted>) -> Receiver<Counted> {
    switch self {
    case .map: receiver.map { $0.with($0.number &+ 1) }
    case .filter(let remainder): receiver.filter { abs($0.number % 2) == remainder }
    case .compactMap: receiver.compactMap { $0.number % 2 == 0 ? $0.with($0.number / 2) : nil }
    case .skip(let count): receiver.skip(count: count)
    case .skipBelow(let limit): receiver.skip { $0.number < limit }
    case .take(let count): receiver.take(count: count)
    case .takeBelow(let limit): receiver.take { $0.number < limit }
    case .skipRepeats: receiver.skipRepeats()
    case .uniqueValues: receiver.uniqueValues()
    case .withPrevious:
      receiver.withPrevious().map { $1.with($1.number &+ 10 &* ($0?.number ?? 0)) }
    case .scan:
      receiver.scan(nil as Counted?) { $1.with(($0?.number ?? 0) &+ $1.number) }.skipNil()
    }
  }
}

extension Source.Joining {
  fileprivate func joined(_ branches: [Receiver<Counted>]) -> Receiver<Counted> {
    switch self {
    case .none: branches[0]
    case .merge: branches[0].merge(with: branches[1])
    case .combineLatest: branches[0].combineLatest(branches[1]).map { $0.with($0.number &* 100 &+ $1.number) }
    case .zip: branches[0].zip(branches[1]).map { $0.with($0.number &* 100 &+ $1.number) }
    case .takeUntil: branches[0].take(until: branches[1])
    }
  }
}
