extension Program: CustomStringConvertible {
  /// The program, similar to Swift source.
  package var description: String {
    let pairs = strategies.enumerated().map { "let (t\($0), r\($0)) = Receiver<Int>.make(strategy: \($1))" }
    let shared = shares.enumerated().map { "let s\($0) = \($1.source).share(strategy: \($1.strategy))" }
    return (pairs + shared + steps.flatMap(\.lines)).joined(separator: "\n")
  }
}

extension Strategy: CustomStringConvertible {
  package var description: String {
    switch self {
    case .hot: ".hot"
    case .warm(let limit): ".warm(upTo: \(limit))"
    case .cold: ".cold"
    case .untilHeard(let limit): ".untilHeard(upTo: \(limit))"
    }
  }
}

extension Step {
  fileprivate var lines: [String] {
    switch self {
    case .broadcast(let value, let pair): ["t\(pair).broadcast(\(value))"]
    case .listen(let source, let owner, let hasEnd, let reactions):
      [source.description + (owner.map { ".listen(with: o\($0)) {" } ?? ".listen {")]
        + reactions.flatMap(\.lines).map { "  " + $0 } + [hasEnd ? "} onFinish: as above" : "}"]
    case .forward(let pair, let target): ["r\(pair).forward(to: t\(target))"]
    case .dispose(let number): ["listening(\(number)).dispose()"]
    case .leave: ["own.dispose()"]
    case .insert(let number, let bag): ["listening(\(number)).disposed(by: bag\(bag))"]
    case .disposeBag(let bag): ["bag\(bag).dispose()"]
    case .dropBag(let bag): ["bag\(bag) = DisposeBag()"]
    case .clearReplay(let pair): ["t\(pair).clearReplay()"]
    case .removeAllListeners(let pair): ["t\(pair).removeAllListeners()"]
    case .finish(let pair): ["t\(pair).finish()"]
    case .drop(let pair): ["t\(pair) = nil"]
    case .release(let owner): ["o\(owner) = Owner()"]
    case .read(let source): ["print(\(source).replayed, \(source).latest)"]
    }
  }
}

extension Reaction {
  fileprivate var lines: [String] {
    let condition = event.map { "if event == \($0) {" } ?? "do {"
    return [condition] + steps.flatMap(\.lines).map { "  " + $0 } + ["}"]
  }
}

extension Source: CustomStringConvertible {
  package var description: String {
    let first = branches[0].description
    let rest = branches.dropFirst().map(\.description).joined(separator: ", ")
    let all = branches.map(\.description).joined(separator: ", ")
    let count = branches.count - 1
    let joined =
      switch joining {
      case .none: first
      case .merge: "\(first).merge(with: \(rest))"
      case .combineLatest: "\(first).combineLatest(\(rest)).map { 100 * $0 + $1 }"
      case .zip: "\(first).zip(\(rest)).map { 100 * $0 + $1 }"
      case .withLatest: "\(first).withLatest(from: \(rest)).map { 100 * $0 + $1 }"
      case .sample: "\(first).sample(on: \(rest))"
      case .skipUntil: "\(first).skip(until: \(rest))"
      case .mergeArray: "Receiver.merge([\(all)])"
      case .combineLatestArray: "Receiver.combineLatest([\(all)]).map { 100 * $0[0] + $0[1] }"
      case .zipArray: "Receiver.zip([\(all)]).map { 100 * $0[0] + $0[1] }"
      case .takeUntil: "\(first).take(until: \(rest))"
      case .collectUntil: "\(first).collect(until: \(rest)).filter { !$0.isEmpty }.map { $0.reduce(0, +) }"
      case .race: "\(first).race(with: \(rest))"
      case .switchToLatest: "\(first).flatMapLatest { [\(rest)][abs($0 % \(count))] }"
      case .flatMap: "\(first).flatMap { [\(rest)][abs($0 % \(count))] }"
      case .flatMapFirst: "\(first).flatMapFirst { [\(rest)][abs($0 % \(count))] }"
      case .flatMapInTurn: "\(first).flatMap(maxConcurrent: 1) { [\(rest)][abs($0 % \(count))] }"
      }
    return joined + operators.map(\.description).joined()
  }
}

extension Source.Origin: CustomStringConvertible {
  package var description: String {
    switch self {
    case .pair(let number): "r\(number)"
    case .shared(let number): "s\(number)"
    }
  }
}

extension Source.Branch: CustomStringConvertible {
  package var description: String { "\(origin)" + operators.map(\.description).joined() }
}

extension Operator: CustomStringConvertible {
  package var description: String {
    switch self {
    case .map: ".map { $0 + 1 }"
    case .filter(let remainder): ".filter { abs($0 % 2) == \(remainder) }"
    case .compactMap: ".compactMap { $0 % 2 == 0 ? $0 / 2 : nil }"
    case .skip(let count): ".skip(count: \(count))"
    case .skipBelow(let limit): ".skip { $0 < \(limit) }"
    case .take(let count): ".take(count: \(count))"
    case .takeBelow(let limit): ".take { $0 < \(limit) }"
    case .takeUpTo(let limit): ".take(while: { $0 < \(limit) }, inclusive: true)"
    case .skipRepeats: ".skipRepeats()"
    case .uniqueValues: ".uniqueValues()"
    case .withPrevious: ".withPrevious().map { $1 + 10 * ($0 ?? 0) }"
    case .enumerated: ".enumerated().map { 10 * $0 + $1 }"
    case .collect(let count): ".collect(count: \(count)).map { $0.reduce(0, +) }"
    case .scan: ".scan(0, +)"
    case .scanInto: ".scan(into: 0, +=)"
    }
  }
}
