extension [Step] {
  var simpler: [[Step]] {
    let halves = count > 3 ? [Array(prefix(count / 2)), Array(dropFirst(count / 2))] : []
    // The steps of a listener may fail at the outermost level, too.
    let unfolded = indices.flatMap { index in
      guard case .listen(_, _, _, let reactions) = self[index] else { return [[Step]]() }
      return reactions.map { Array(self[..<index]) + $0.steps + Array(self[index...].dropFirst()) }
    }
    return halves + leavingOneOut + unfolded + changingOne(\.simpler)
  }
}

extension Step {
  fileprivate var simpler: [Step] {
    switch self {
    case .broadcast(let value, let pair):
      value.simpler.map { .broadcast($0, on: pair) } + pair.simpler.map { .broadcast(value, on: $0) }
    case .listen(let source, let owner, let hasEnd, let reactions):
      reactions.leavingOneOut.map { .listen(source, owner: owner, hasEnd: hasEnd, reactions: $0) }
        + (hasEnd ? [.listen(source, owner: owner, hasEnd: false, reactions: reactions)] : [])
        + (owner.map { [nil] + $0.simpler } ?? []).map {
          .listen(source, owner: $0, hasEnd: hasEnd, reactions: reactions)
        }
        + source.simpler.map { .listen($0, owner: owner, hasEnd: hasEnd, reactions: reactions) }
        + reactions.changingOne(\.simpler).map { .listen(source, owner: owner, hasEnd: hasEnd, reactions: $0) }
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
    case .release(let owner): owner.simpler.map { .release($0) }
    case .leave: []
    }
  }
}

extension Reaction {
  fileprivate var simpler: [Reaction] {
    let events = event.map(\.simpler) ?? [0, 1]
    return steps.simpler.map { Reaction(event: event, steps: $0) } + events.map { Reaction(event: $0, steps: steps) }
  }
}
