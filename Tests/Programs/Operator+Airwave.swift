import Airwave

extension Strategy {
  var replayStrategy: ReplayStrategy {
    switch self {
    case .hot: .hot
    case .warm(let limit): .warm(upTo: limit)
    case .cold: .cold
    case .untilHeard(let limit): .untilHeard(upTo: limit)
    }
  }
}

extension Operator {
  func applied(to receiver: Receiver<Counted>) -> Receiver<Counted> {
    switch self {
    case .map: receiver.map { $0.with($0.number &+ 1) }
    case .filter(let remainder): receiver.filter { abs($0.number % 2) == remainder }
    case .compactMap: receiver.compactMap { $0.number % 2 == 0 ? $0.with($0.number / 2) : nil }
    case .skip(let count): receiver.skip(count: count)
    case .skipBelow(let limit): receiver.skip { $0.number < limit }
    case .take(let count): receiver.take(count: count)
    case .takeBelow(let limit): receiver.take { $0.number < limit }
    case .takeUpTo(let limit): receiver.take(while: { $0.number < limit }, inclusive: true)
    case .skipRepeats: receiver.skipRepeats()
    case .uniqueValues: receiver.uniqueValues()
    case .withPrevious:
      receiver.withPrevious().map { $1.with($1.number &+ 10 &* ($0?.number ?? 0)) }
    case .scan:
      receiver.scan(nil as Counted?) { $1.with(($0?.number ?? 0) &+ $1.number) }.skipNil()
    case .scanInto:
      receiver.scan(into: nil as Counted?) { $0 = $1.with(($0?.number ?? 0) &+ $1.number) }.skipNil()
    case .enumerated:
      receiver.enumerated().map { $1.with($1.number &+ 10 &* $0) }
    case .collect(let count):
      receiver.collect(count: count).map { batch in batch[0].with(batch.reduce(0) { $0 &+ $1.number }) }
    }
  }
}

extension Source {
  func joined(_ branches: [Receiver<Counted>]) -> Receiver<Counted> {
    switch joining {
    case .none: branches[0]
    case .merge: branches[0].merge(with: branches[1])
    case .combineLatest: branches[0].combineLatest(branches[1]).map { $0.with($0.number &* 100 &+ $1.number) }
    case .zip: branches[0].zip(branches[1]).map { $0.with($0.number &* 100 &+ $1.number) }
    case .withLatest: branches[0].withLatest(from: branches[1]).map { $0.with($0.number &* 100 &+ $1.number) }
    case .sample: branches[0].sample(on: branches[1])
    case .mergeArray: Receiver.merge(branches)
    case .combineLatestArray:
      Receiver.combineLatest(branches).map { $0[0].with($0[0].number &* 100 &+ $0[1].number) }
    case .zipArray: Receiver.zip(branches).map { $0[0].with($0[0].number &* 100 &+ $0[1].number) }
    case .skipUntil: branches[0].skip(until: branches[1])
    case .takeUntil: branches[0].take(until: branches[1])
    case .collectUntil:
      branches[0].collect(until: branches[1]).filter { !$0.isEmpty }
        .map { batch in batch[0].with(batch.reduce(0) { $0 &+ $1.number }) }
    case .race: branches[0].race(with: branches[1])
    case .switchToLatest: branches[0].flatMapLatest { branches[branch(chosenBy: $0.number)] }
    case .flatMap: branches[0].flatMap { branches[branch(chosenBy: $0.number)] }
    case .flatMapFirst: branches[0].flatMapFirst { branches[branch(chosenBy: $0.number)] }
    case .flatMapInTurn: branches[0].flatMap(maxConcurrent: 1) { branches[branch(chosenBy: $0.number)] }
    }
  }
}
