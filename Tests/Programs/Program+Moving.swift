extension Program {
  /// The same with everything on the first pair, or on a share of it, seen through nothing: where each branch takes a
  /// part, no simpler step does by itself.
  var onOne: [Program] {
    let onPair = moved(to: .pair(0), shares: [])
    let shares = shares.prefix(1).map { Share(Source(.pair(0)), strategy: $0.strategy) }
    // Once only: the steps are made simpler by leaving the share again, one by one.
    let isNew = shares.map(\.source) != self.shares.map(\.source)
    return (onPair == self ? [] : [onPair]) + (isNew ? [moved(to: .shared(0), shares: shares)] : [])
  }

  private func moved(to origin: Source.Origin, shares: [Share]) -> Program {
    let steps = steps.map { $0.moved(pair: { _ in 0 }, source: { _ in Source(origin) }) }
    return Program(strategies: strategies, shares: shares, steps: steps)
  }

  /// The same without the last share: who listened to it listens to the first pair.
  var withoutLastShare: [Program] {
    if shares.isEmpty { return [] }
    let last = Source.Origin.shared(shares.count - 1)
    let steps = steps.map { $0.moved(pair: { $0 }, source: { $0.moved(from: last, to: .pair(0)) }) }
    return [Program(strategies: strategies, shares: shares.dropLast(), steps: steps)]
  }
}

extension Source {
  fileprivate func moved(from old: Origin, to new: Origin) -> Source {
    let branches = branches.map { Branch($0.origin == old ? new : $0.origin, operators: $0.operators) }
    return Source(joining: joining, branches: branches, operators: operators)
  }
}

extension Step {
  /// The same with other pairs and sources.
  fileprivate func moved(pair: (Int) -> Int, source: (Source) -> Source) -> Step {
    switch self {
    case .broadcast(let value, let old): .broadcast(value, on: pair(old))
    case .listen(let old, let hasEnd, let reactions):
      .listen(
        source(old),
        hasEnd: hasEnd,
        reactions: reactions.map { reaction in
          Reaction(event: reaction.event, steps: reaction.steps.map { $0.moved(pair: pair, source: source) })
        }
      )
    case .read(let old): .read(source(old))
    case .forward(let old, let target): .forward(from: pair(old), to: pair(target))
    case .clearReplay(let old): .clearReplay(pair(old))
    case .removeAllListeners(let old): .removeAllListeners(pair(old))
    case .finish(let old): .finish(pair(old))
    case .drop(let old): .drop(pair(old))
    case .dispose, .leave, .insert, .disposeBag, .dropBag: self
    }
  }
}
