extension Share {
  var simpler: [Share] {
    source.simpler.map { Share($0, strategy: strategy) } + strategy.simpler.map { Share(source, strategy: $0) }
  }
}

extension Source {
  var simpler: [Source] {
    let one = branches.count > 1 ? branches.map { Source(joining: .none, branches: [$0], operators: []) } : []
    // The choosing branch may choose from one branch instead of two.
    let fewerBranches = branches.count > 2 ? [Array(branches[..<2]), [branches[0], branches[2]]] : []
    return one
      + operators.leavingOneOut.map { Source(joining: joining, branches: branches, operators: $0) }
      + (fewerBranches + branches.changingOne(\.simpler)).map {
        Source(joining: joining, branches: $0, operators: operators)
      }
  }
}

extension Source.Branch {
  var simpler: [Source.Branch] {
    operators.leavingOneOut.map { Source.Branch(origin, operators: $0) }
      + origin.simpler.map { Source.Branch($0, operators: operators) }
  }
}

extension Source.Origin {
  var simpler: [Source.Origin] {
    switch self {
    case .pair(let number): number.simpler.map { .pair($0) }
    case .shared(let number): [.pair(0)] + number.simpler.map { .shared($0) }
    }
  }
}

extension Strategy {
  var simpler: [Strategy] {
    switch self {
    case .hot: []
    case .warm(let limit): [.hot] + limit.simpler.map { .warm($0) }
    case .cold: [.hot, .warm(1)]
    case .untilHeard(let limit): [.hot] + limit.simpler.map { .untilHeard($0) }
    }
  }
}

extension Int {
  var simpler: [Int] { self > 1 ? [0, self - 1] : self == 1 ? [0] : [] }
}
