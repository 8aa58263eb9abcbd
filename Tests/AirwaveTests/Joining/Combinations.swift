import Airwave
import TestSupport

let everyCombination: [Combination] =
  (1...4).map(merge) + combineLatest + zip + ofMany + withLatest
  + [takeUntil, skipUntil, sample, collectUntil] + race + choosing

private func merge(_ count: Int) -> Combination {
  .merge(count, "merge of \(count)") { sources in
    let values = sources.map { source in source.map { [$0] } }
    return switch count {
    case 1: values[0].merge()
    case 2: values[0].merge(with: values[1])
    case 3: values[0].merge(with: values[1], values[2])
    default: values[0].merge(with: values[1], values[2], values[3])
    }
  }
}

extension Combination {
  static func merge(
    _ count: Int,
    _ name: String,
    _ join: @escaping @Sendable ([Receiver<Int>]) -> Receiver<[Int]>
  ) -> Combination {
    Combination(testDescription: name, sourceCount: count, join: join) { world, joined in
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
}

/// Receivers of other types, so that the operators are tested with sources of different types.
private func texts(_ receiver: Receiver<Int>) -> Receiver<String> { receiver.map { "\($0)" } }
private func doubles(_ receiver: Receiver<Int>) -> Receiver<Double> { receiver.map { Double($0) } }
private func optionals(_ receiver: Receiver<Int>) -> Receiver<Int?> { receiver.map { $0 == 0 ? nil : $0 } }

private let combineLatest: [Combination] = [
  .combineLatest(1) { sources in sources[0].combineLatest().map { [$0] } },
  .combineLatest(2) { sources in
    optionals(sources[0]).combineLatest(texts(sources[1])).map { [$0 ?? 0, Int($1) ?? -1] }
  },
  .combineLatest(3) { sources in
    sources[0].combineLatest(texts(sources[1]), doubles(sources[2])).map { [$0, Int($1) ?? -1, Int($2)] }
  },
  .combineLatest(4) { sources in
    optionals(sources[0]).combineLatest(texts(sources[1]), optionals(sources[2]), doubles(sources[3]))
      .map { [$0 ?? 0, Int($1) ?? -1, $2 ?? 0, Int($3)] }
  },
]

extension Combination {
  static func combineLatest(
    _ count: Int,
    _ name: String = "combineLatest",
    _ join: @escaping @Sendable ([Receiver<Int>]) -> Receiver<[Int]>
  ) -> Combination {
    Combination(testDescription: "\(name) of \(count)", sourceCount: count, join: join) { world, joined in
      var (heard, open) = ([Event<[Int]>](), count)
      var latest = [Int?](repeating: nil, count: count)
      for happening in world.heard(from: joined) {
        switch happening.event {
        case .value(let value):
          latest[happening.source] = value
          if !latest.contains(nil) { heard.append(.value(latest.compactMap(\.self))) }
        case .end:
          open -= 1
          // If a source ends without a value, no tuple can follow.
          if open == 0 || latest[happening.source] == nil { return heard + [.end] }
        }
      }
      return heard
    }
  }
}

private let zip: [Combination] = [
  .zip(1) { sources in sources[0].zip().map { [$0] } },
  .zip(2) { sources in
    optionals(sources[0]).zip(texts(sources[1])).map { [$0 ?? 0, Int($1) ?? -1] }
  },
  .zip(3) { sources in
    sources[0].zip(texts(sources[1]), doubles(sources[2])).map { [$0, Int($1) ?? -1, Int($2)] }
  },
  .zip(4) { sources in
    optionals(sources[0]).zip(texts(sources[1]), optionals(sources[2]), doubles(sources[3]))
      .map { [$0 ?? 0, Int($1) ?? -1, $2 ?? 0, Int($3)] }
  },
]

extension Combination {
  static func zip(
    _ count: Int,
    _ name: String = "zip",
    _ join: @escaping @Sendable ([Receiver<Int>]) -> Receiver<[Int]>
  ) -> Combination {
    Combination(testDescription: "\(name) of \(count)", sourceCount: count, join: join) { world, joined in
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
}

/// The functions that take a collection of receivers of one type.
private let ofMany: [Combination] = [1, 2, 5].flatMap { count in
  [
    .merge(count, "merge of an array of \(count)") { sources in
      Receiver.merge(sources).map { [$0] }
    },
    .combineLatest(count, "combineLatest of an array") { sources in
      Receiver.combineLatest(sources)
    },
    .combineLatest(count, "combineLatest of optional values in a sequence") { sources in
      Receiver.combineLatest(sources.lazy.map(optionals)).map { $0.map { $0 ?? 0 } }
    },
    .zip(count, "zip of an array") { sources in
      Receiver.zip(sources)
    },
  ]
}

/// The operators that forward the values of one source. It is the last source of the combination.
private let withLatest: [Combination] = [
  .withLatest(1) { sources in sources[0].withLatest().map { [$0] } },
  .withLatest(2) { sources in
    sources[1].withLatest(from: texts(sources[0])).map { [Int($1) ?? -1, $0] }
  },
  .withLatest(4) { sources in
    sources[3].withLatest(from: optionals(sources[0]), texts(sources[1]), doubles(sources[2]))
      .map { [$1 ?? 0, Int($2) ?? -1, Int($3), $0] }
  },
]

extension Combination {
  static func withLatest(
    _ count: Int,
    _ join: @escaping @Sendable ([Receiver<Int>]) -> Receiver<[Int]>
  ) -> Combination {
    Combination(testDescription: "withLatest of \(count)", sourceCount: count, join: join) { world, joined in
      var heard: [Event<[Int]>] = []
      var latest = [Int?](repeating: nil, count: count)
      for happening in world.heard(from: joined) {
        switch happening.event {
        case .value(let value):
          latest[happening.source] = value
          let isComplete = !latest.contains(nil)
          if happening.source == count - 1, isComplete { heard.append(.value(latest.compactMap(\.self))) }
        case .end:
          if happening.source == count - 1 { return heard + [.end] }
        }
      }
      return heard
    }
  }
}

private let skipUntil = Combination(testDescription: "skip(until:)", sourceCount: 2) { sources in
  sources[1].map { [$0] }.skip(until: texts(sources[0]))
} model: { world, joined in
  var (heard, hasStarted) = ([Event<[Int]>](), false)
  for happening in world.heard(from: joined) {
    switch (happening.source, happening.event) {
    case (0, .value): hasStarted = true
    case (0, .end): break
    case (_, .value(let value)): if hasStarted { heard.append(.value([value])) }
    case (_, .end): return heard + [.end]
    }
  }
  return heard
}

private let sample = Combination(testDescription: "sample(on:)", sourceCount: 2) { sources in
  sources[0].map { [$0] }.sample(on: texts(sources[1]))
} model: { world, joined in
  var heard: [Event<[Int]>] = []
  var (newest, isFinished) = ([Int](), false)
  for happening in world.heard(from: joined) {
    switch (happening.source, happening.event) {
    case (0, .value(let value)): newest = [value]
    case (0, .end): isFinished = true
    case (_, .value):
      if !newest.isEmpty { heard.append(.value(newest)) }
      newest = []
    case (_, .end): return heard + (newest.isEmpty ? [] : [.value(newest)]) + [.end]
    }
    if isFinished, newest.isEmpty { return heard + [.end] }
  }
  return heard
}

private let collectUntil = Combination(testDescription: "collect(until:)", sourceCount: 2) { sources in
  sources[0].collect(until: texts(sources[1]))
} model: { world, joined in
  var (heard, batch) = ([Event<[Int]>](), [Int]())
  for happening in world.heard(from: joined) {
    switch (happening.source, happening.event) {
    case (0, .value(let value)): batch.append(value)
    case (0, .end): return heard + (batch.isEmpty ? [] : [.value(batch)]) + [.end]
    case (_, .value):
      heard.append(.value(batch))
      batch = []
    case (_, .end): break
    }
  }
  return heard
}

private let race: [Combination] = [
  .race(2, "race(with:)") { sources in sources[0].race(with: sources[1]) },
  .race(3, "static race") { sources in Receiver.race(sources[0], sources[1], sources[2]) },
  .race(4, "race of a sequence") { sources in Receiver.race(sources.lazy.map { $0 }) },
]

extension Combination {
  fileprivate static func race(
    _ count: Int,
    _ name: String,
    _ join: @escaping @Sendable ([Receiver<Int>]) -> Receiver<Int>
  ) -> Combination {
    Combination(testDescription: name, sourceCount: count) { sources in
      join(sources).map { [$0] }
    } model: { world, joined in
      let all = world.heard(from: joined)
      return all.filter { $0.source == all[0].source }.map { happening in
        if case .value(let value) = happening.event { .value([value]) } else { .end }
      }
    }
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
