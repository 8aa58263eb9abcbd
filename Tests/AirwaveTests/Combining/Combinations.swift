import Airwave

let everyCombination: [Combination] =
  (1...4).map(merge) + combineLatest + zip + [takeUntil] + choosing

private func merge(_ count: Int) -> Combination {
  Combination(testDescription: "merge of \(count)", sourceCount: count) { sources in
    let values = sources.map { source in source.map { [$0] } }
    return switch count {
    case 1: values[0].merge()
    case 2: values[0].merge(with: values[1])
    case 3: values[0].merge(with: values[1], values[2])
    default: values[0].merge(with: values[1], values[2], values[3])
    }
  } model: { world, joined in
    var (heard, open) = ([Event<[Int]>](), count)
    for happening in world.heard(from: joined) {
      switch happening.event {
      case .value(let value):
        heard.append(.value([value]))
      case .end:
        open -= 1
        if open == 0 { heard.append(.end) }
      }
    }
    return heard
  }
}

/// Receivers of different types.
private func texts(_ receiver: Receiver<Int>) -> Receiver<String> { receiver.map { "\($0)" } }
private func doubles(_ receiver: Receiver<Int>) -> Receiver<Double> { receiver.map { Double($0) } }
private func optionals(_ receiver: Receiver<Int>) -> Receiver<Int?> { receiver.map { $0 == 0 ? nil : $0 } }

private let combineLatest: [Combination] = [
  combineLatest(1) { sources in sources[0].combineLatest().map { [$0] } },
  combineLatest(2) { sources in
    sources[0].combineLatest(texts(sources[1])).map { [$0, Int($1) ?? -1] }
  },
  combineLatest(3) { sources in
    sources[0].combineLatest(texts(sources[1]), doubles(sources[2])).map { [$0, Int($1) ?? -1, Int($2)] }
  },
  combineLatest(4) { sources in
    optionals(sources[0]).combineLatest(texts(sources[1]), optionals(sources[2]), doubles(sources[3]))
      .map { [$0 ?? 0, Int($1) ?? -1, $2 ?? 0, Int($3)] }
  },
]

private func combineLatest(
  _ count: Int,
  _ join: @escaping @Sendable ([Receiver<Int>]) -> Receiver<[Int]>
) -> Combination {
  Combination(testDescription: "combineLatest of \(count)", sourceCount: count, join: join) { world, joined in
    var (heard, open) = ([Event<[Int]>](), count)
    var latest = [Int?](repeating: nil, count: count)
    for happening in world.heard(from: joined) {
      switch happening.event {
      case .value(let value):
        latest[happening.source] = value
        if !latest.contains(nil) { heard.append(.value(latest.compactMap(\.self))) }
      case .end:
        open -= 1
        if open == 0 { heard.append(.end) }
      }
    }
    return heard
  }
}

private let zip: [Combination] = [
  zip(1) { sources in sources[0].zip().map { [$0] } },
  zip(2) { sources in
    sources[0].zip(texts(sources[1])).map { [$0, Int($1) ?? -1] }
  },
  zip(3) { sources in
    sources[0].zip(texts(sources[1]), doubles(sources[2])).map { [$0, Int($1) ?? -1, Int($2)] }
  },
  zip(4) { sources in
    optionals(sources[0]).zip(texts(sources[1]), optionals(sources[2]), doubles(sources[3]))
      .map { [$0 ?? 0, Int($1) ?? -1, $2 ?? 0, Int($3)] }
  },
]

private func zip(_ count: Int, _ join: @escaping @Sendable ([Receiver<Int>]) -> Receiver<[Int]>) -> Combination {
  Combination(testDescription: "zip of \(count)", sourceCount: count, join: join) { world, joined in
    var heard: [Event<[Int]>] = []
    var columns = [[Int]](repeating: [], count: count)
    var ended = Set<Int>()
    for happening in world.heard(from: joined) {
      switch happening.event {
      case .value(let value): columns[happening.source].append(value)
      case .end: ended.insert(happening.source)
      }
      if heard.count < columns.map(\.count).min() ?? 0 { heard.append(.value(columns.map { $0[heard.count] })) }
      if ended.contains(where: { columns[$0].count == heard.count }) { return heard + [.end] }
    }
    return heard
  }
}

private let takeUntil = Combination(testDescription: "take(until:)", sourceCount: 2) { sources in
  sources[0].map { [$0] }.take(until: texts(sources[1]))
} model: { world, joined in
  let all = world.heard(from: joined, order: [1, 0])
  let isLast = { (happening: World.Happening) in (happening.source == 1) != (happening.event == .end) }
  let before = all.prefix { !isLast($0) }
  let values: [Event<[Int]>] = before.compactMap { happening in
    if case .value(let value) = happening.event { .value([value]) } else { nil }
  }
  return before.count < all.count ? values + [.end] : values
}
