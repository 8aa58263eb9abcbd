extension Program {
  /// The same program with all sources on the first pair, or on a share of it, without operators. It finds faults that
  /// need several branches at once, for which no single simplification works.
  var onOne: [Program] {
    let onPair = moved(to: .pair(0), shares: [])
    let shares = shares.prefix(1).map { Share(Source(.pair(0)), strategy: $0.strategy) }
    // Only once: other simplifications move the steps from the share back to the pair, one by one.
    let isNew = shares.map(\.source) != self.shares.map(\.source)
    let simple = (onPair == self ? [] : [onPair]) + (isNew ? [moved(to: .shared(0), shares: shares)] : [])
    return simple + onFirstPair
  }

  /// The same program with the first pair in the place of each other one, under the strategy of each pair. Shares,
  /// joinings and operators stay.
  private var onFirstPair: [Program] {
    let shares = shares.map { Share($0.source.onFirstPair, strategy: $0.strategy) }
    let steps = steps.map { $0.moved(pair: { _ in 0 }, source: \.onFirstPair) }
    if shares == self.shares, steps == self.steps { return [] }
    return strategies.map { Program(strategies: [$0] + strategies.dropFirst(), shares: shares, steps: steps) }
  }

  private func moved(to origin: Source.Origin, shares: [Share]) -> Program {
    let steps = steps.map { $0.moved(pair: { _ in 0 }, source: { _ in Source(origin) }) }
    return Program(strategies: strategies, shares: shares, steps: steps)
  }

  /// The same program without one of its shares, the last share first. The listeners of that share listen to the first
  /// pair.
  var withoutOneShare: [Program] {
    shares.indices.reversed().map { index in
      var program = self
      program.shares.remove(at: index)
      program.shares = program.shares.map { Share($0.source.without(index), strategy: $0.strategy) }
      program.steps = steps.map { $0.moved(source: { $0.without(index) }) }
      return program
    }
  }
}

extension Source {
  fileprivate var onFirstPair: Source {
    var source = self
    for index in branches.indices {
      if case .pair = branches[index].origin { source.branches[index].origin = .pair(0) }
    }
    return source
  }

  /// The same source after a share is left out, and the numbers of later shares are one less.
  fileprivate func without(_ share: Int) -> Source {
    var source = self
    for index in branches.indices {
      guard case .shared(let number) = branches[index].origin, number >= share else { continue }
      source.branches[index].origin = number == share ? .pair(0) : .shared(number - 1)
    }
    return source
  }
}

extension Step {
  /// The same step with other pairs and sources.
  fileprivate func moved(pair: (Int) -> Int = { $0 }, source: (Source) -> Source) -> Step {
    switch self {
    case .broadcast(let value, let old): .broadcast(value, on: pair(old))
    case .listen(let old, let owner, let hasEnd, let reactions):
      .listen(
        source(old),
        owner: owner,
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
    case .dispose, .leave, .insert, .disposeBag, .dropBag, .release: self
    }
  }
}
