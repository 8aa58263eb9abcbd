extension Program {
  /// The simplest program to be found by simplifying this one step by step, for which something still holds.
  package func shrunk(while isSuch: (Program) -> Bool) -> Program {
    var program = self
    while let simpler = program.simpler.first(where: isSuch) { program = simpler }
    return program
  }

  /// Programs that are a little simpler, the simplest first.
  private var simpler: [Program] {
    let onOnePair = Program(strategies: strategies, steps: steps.map(\.onOnePair))
    return (onOnePair == self ? [] : [onOnePair])
      + steps.simpler.map { Program(strategies: strategies, steps: $0) }
      + strategies.indices.flatMap { index in
        strategies[index].simpler.map { strategy in
          var program = self
          program.strategies[index] = strategy
          return program
        }
      }
  }
}

extension Array {
  /// All that come from this by changing one element.
  fileprivate func changingOne(_ change: (Element) -> [Element]) -> [[Element]] {
    indices.flatMap { index in
      change(self[index]).map { element in
        var changed = self
        changed[index] = element
        return changed
      }
    }
  }

  /// All that come from this by leaving out one element, the last one first.
  fileprivate var leavingOneOut: [[Element]] {
    indices.reversed().map { index in
      var changed = self
      changed.remove(at: index)
      return changed
    }
  }
}

extension [Step] {
  fileprivate var simpler: [[Step]] {
    let halves = count > 3 ? [Array(prefix(count / 2)), Array(dropFirst(count / 2))] : []
    // What a listener does may be wrong at the outermost level already.
    let unfolded = indices.flatMap { index in
      guard case .listen(_, _, let reactions) = self[index] else { return [[Step]]() }
      return reactions.map { Array(self[..<index]) + $0.steps + Array(self[index...].dropFirst()) }
    }
    return halves + leavingOneOut + unfolded.filter { $0.count <= count } + changingOne(\.simpler)
  }
}

extension Step {
  fileprivate var simpler: [Step] {
    switch self {
    case .broadcast(let value, let pair):
      value.simpler.map { .broadcast($0, on: pair) } + pair.simpler.map { .broadcast(value, on: $0) }
    case .listen(let source, let hasEnd, let reactions):
      reactions.leavingOneOut.map { .listen(source, hasEnd: hasEnd, reactions: $0) }
        + (hasEnd ? [.listen(source, hasEnd: false, reactions: reactions)] : [])
        + source.simpler.map { .listen($0, hasEnd: hasEnd, reactions: reactions) }
        + reactions.changingOne(\.simpler).map { .listen(source, hasEnd: hasEnd, reactions: $0) }
    case .read(let source): source.simpler.map { .read($0) }
    case .forward(let pair, let target):
      pair.simpler.map { .forward(from: $0, to: target) } + target.simpler.map { .forward(from: pair, to: $0) }
    case .dispose(let number): number.simpler.map { .dispose($0) }
    case .insert(let number, let bag):
      number.simpler.map { .insert($0, bag: bag) } + bag.simpler.map { .insert(number, bag: $0) }
    case .disposeBag(let bag): bag.simpler.map { .disposeBag($0) }
    case .dropBag(let bag): [.disposeBag(bag)]
    case .clearReplay(let pair): pair.simpler.map { .clearReplay($0) }
    case .removeAllListeners(let pair): pair.simpler.map { .removeAllListeners($0) }
    case .finish(let pair): pair.simpler.map { .finish($0) }
    case .drop(let pair): [.finish(pair)] + pair.simpler.map { .drop($0) }
    case .leave: []
    }
  }
}

extension Step {
  /// The same on the first pair, seen through nothing: where each branch takes a part, no simpler step does by itself.
  fileprivate var onOnePair: Step {
    switch self {
    case .broadcast(let value, _): .broadcast(value, on: 0)
    case .listen(_, let hasEnd, let reactions):
      .listen(
        Source(pair: 0),
        hasEnd: hasEnd,
        reactions: reactions.map { Reaction(event: $0.event, steps: $0.steps.map(\.onOnePair)) }
      )
    case .read: .read(Source(pair: 0))
    case .forward: .forward(from: 0, to: 0)
    case .clearReplay: .clearReplay(0)
    case .removeAllListeners: .removeAllListeners(0)
    case .finish: .finish(0)
    case .drop: .drop(0)
    case .dispose, .leave, .insert, .disposeBag, .dropBag: self
    }
  }
}

extension Reaction {
  fileprivate var simpler: [Reaction] {
    let events = event.map(\.simpler) ?? [0, 1]
    return steps.simpler.map { Reaction(event: event, steps: $0) } + events.map { Reaction(event: $0, steps: steps) }
  }
}

extension Source {
  fileprivate var simpler: [Source] {
    let one = branches.count > 1 ? branches.map { Source(joining: .none, branches: [$0], operators: []) } : []
    let fewer = operators.leavingOneOut.map { Source(joining: joining, branches: branches, operators: $0) }
    return one + fewer
      + branches.changingOne(\.simpler).map { Source(joining: joining, branches: $0, operators: operators) }
  }
}

extension Source.Branch {
  fileprivate var simpler: [Source.Branch] {
    operators.leavingOneOut.map { Source.Branch(pair: pair, operators: $0) }
      + pair.simpler.map { Source.Branch(pair: $0, operators: operators) }
  }
}

extension Strategy {
  fileprivate var simpler: [Strategy] {
    switch self {
    case .hot: []
    case .warm(let limit): [.hot] + limit.simpler.map { .warm($0) }
    case .cold: [.hot, .warm(1)]
    }
  }
}

extension Int {
  fileprivate var simpler: [Int] { self > 1 ? [0, self - 1] : self == 1 ? [0] : [] }
}

extension [Step] {
  /// How many steps there are, with those that listeners do.
  package var total: Int {
    reduce(0) { sum, step in
      guard case .listen(_, _, let reactions) = step else { return sum + 1 }
      return reactions.reduce(sum + 1) { $0 + $1.steps.total }
    }
  }
}
