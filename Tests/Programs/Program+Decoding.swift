extension Program {
  /// Reads a program from bytes. All sequences of bytes are valid, so that any seed makes one.
  package init(bytes: some Sequence<UInt8>) {
    var reader = Reader(bytes: Array(bytes))
    strategies = (0..<3).map { _ in reader.strategy() }
    shares = []
    for _ in 0..<reader.shareCount() { shares.append(reader.share()) }
    steps = []
    while !reader.isAtEnd { steps.append(reader.step(depth: 0)) }
  }
}

/// Reads parts of a program from bytes. After the last byte it reads zeros.
private struct Reader {
  private let bytes: [UInt8]
  private var position = 0
  /// The number of shares that have been read.
  private var shared = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// A number below a limit.
  private mutating func number(_ limit: Int) -> Int {
    guard !isAtEnd else { return 0 }
    defer { position += 1 }
    return Int(bytes[position]) % limit
  }

  mutating func strategy() -> Strategy {
    switch number(7) {
    case 0: .hot
    case 1, 2: .cold
    case 3: .untilHeard(number(4))
    default: .warm(number(4))
    }
  }

  mutating func shareCount() -> Int { 1 + number(2) }

  mutating func share() -> Share {
    defer { shared += 1 }
    return Share(source(), strategy: strategy())
  }

  mutating func step(depth: Int) -> Step {
    switch number(depth == 0 ? 34 : 32) {
    case 0..<10: .broadcast(number(5), on: number(3))
    case 10..<16: listening(depth: depth)
    case 16..<19: .dispose(number(8))
    case 19, 20: .leave
    case 21: .insert(number(8), bag: number(2))
    case 22: .disposeBag(number(2))
    case 23: .clearReplay(number(3))
    case 24: .removeAllListeners(number(3))
    case 25, 26: .read(source())
    case 27: .forward(from: number(3), to: number(3))
    case 28: .finish(number(3))
    case 29: .insert(number(8), bag: number(2))
    case 30, 31: .release(number(2))
    case 32: .drop(number(3))
    default: .dropBag(number(2))
    }
  }

  private mutating func listening(depth: Int) -> Step {
    let source = source()
    let kind = number(8)
    let owner = [nil, nil, 0, 1][kind / 2]
    return .listen(source, owner: owner, hasEnd: kind % 2 == 1, reactions: depth < 4 ? reactions(depth: depth) : [])
  }

  private mutating func reactions(depth: Int) -> [Reaction] {
    (0..<number(3)).map { _ in
      let event = number(5)
      return Reaction(event: event == 4 ? nil : event, steps: (0..<1 + number(3)).map { _ in step(depth: depth + 1) })
    }
  }

  private mutating func source() -> Source {
    let joinings: [Source.Joining] = [
      .merge, .combineLatest, .zip, .withLatest, .sample, .takeUntil, .skipUntil, .switchToLatest, .flatMap,
      .flatMapInTurn, .mergeArray, .combineLatestArray, .zipArray, .collectUntil, .race, .flatMapFirst,
    ]
    let kind = number(2 * joinings.count)
    if kind < joinings.count { return Source(joining: .none, branches: [branch()], operators: []) }
    let joining = joinings[kind - joinings.count]
    let count = joining.isChoosing ? 3 : 2
    return Source(joining: joining, branches: (0..<count).map { _ in branch() }, operators: operators())
  }

  private mutating func branch() -> Source.Branch {
    let origin = number(3 + shared)
    return Source.Branch(origin < 3 ? .pair(origin) : .shared(origin - 3), operators: operators())
  }

  private mutating func operators() -> [Operator] {
    let counts = [0, 0, 0, 1, 1, 2, 3]
    return (0..<counts[number(counts.count)]).map { _ in self.operator() }
  }

  private mutating func `operator`() -> Operator {
    switch number(15) {
    case 0: .map
    case 1: .filter(number(2))
    case 2: .compactMap
    case 3: .skip(number(4))
    case 4: .skipBelow(number(5))
    case 5: .take(number(4))
    case 6: .takeBelow(number(5))
    case 7: .skipRepeats
    case 8: .uniqueValues
    case 9: .withPrevious
    case 10: .takeUpTo(number(5))
    case 11: .enumerated
    case 12: .collect(number(4))
    case 13: .scanInto
    default: .scan
    }
  }
}
