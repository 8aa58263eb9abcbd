import Airwave
import TestSupport

/// Combinations in which the values of the first source choose among the other sources.
let choosing: [Combination] = [
  switching("switchToLatest") { outer, choose in outer.map(choose).switchToLatest() },
  switching("flatMapLatest") { outer, choose in outer.flatMapLatest(choose) },
  gathering("flatMap") { outer, choose in outer.flatMap(choose) },
  gathering("merge()") { outer, choose in outer.map(choose).merge() },
  gathering("flatMap(maxConcurrent: 1)", limit: 1) { outer, choose in outer.flatMap(maxConcurrent: 1, choose) },
  gathering("flatMap(maxConcurrent: 2)", limit: 2) { outer, choose in outer.flatMap(maxConcurrent: 2, choose) },
  ignoring("flatMapFirst") { outer, choose in outer.flatMapFirst(choose) },
]

/// An operator that makes a receiver of each value of the first source.
private typealias Choosing =
  @Sendable (
    Receiver<Int>, @escaping @Sendable (Int) -> Receiver<[Int]>
  ) -> Receiver<[Int]>

/// A combination in which only the newest choice is heard.
private func switching(_ name: String, _ join: @escaping Choosing) -> Combination {
  Combination(testDescription: name, sourceCount: 4) { sources in
    join(sources[0]) { number in sources[choice(number)].map { [$0] } }
  } model: { world, joined in
    var heard: [Event<[Int]>] = []
    var (newest, isOuterOpen, isInnerOpen) = (0, true, false)
    func hear(_ happening: World.Happening, at moment: Int) {
      if heard.last == .end { return }
      switch (happening.source, happening.event) {
      case (0, .value(let number)):
        (newest, isInnerOpen) = (choice(number), true)
        world.replay(of: newest, at: moment).forEach { hear($0, at: moment) }
      case (0, .end): isOuterOpen = false
      case (newest, .value(let value)): heard.append(.value([value]))
      case (newest, .end): isInnerOpen = false
      default: return
      }
      if !isOuterOpen, !isInnerOpen, heard.last != .end { heard.append(.end) }
    }
    world.replay(of: 0, at: joined).forEach { hear($0, at: joined) }
    for moment in joined..<max(joined, world.happenings.count) { hear(world.happenings[moment], at: moment) }
    return heard
  }
}

/// A combination in which a choice is ignored while another one is heard.
private func ignoring(_ name: String, _ join: @escaping Choosing) -> Combination {
  Combination(testDescription: name, sourceCount: 4) { sources in
    join(sources[0]) { number in sources[choice(number)].map { [$0] } }
  } model: { world, joined in
    var heard: [Event<[Int]>] = []
    var (chosen, isOuterOpen) = (Int?.none, true)
    func hear(_ happening: World.Happening, at moment: Int) {
      if heard.last == .end { return }
      switch (happening.source, happening.event) {
      case (0, .value(let number)):
        guard chosen == nil else { return }
        chosen = choice(number)
        world.replay(of: choice(number), at: moment).forEach { hear($0, at: moment) }
      case (0, .end): isOuterOpen = false
      case (chosen, .value(let value)): heard.append(.value([value]))
      case (chosen, .end): chosen = nil
      default: return
      }
      if !isOuterOpen, chosen == nil, heard.last != .end { heard.append(.end) }
    }
    world.replay(of: 0, at: joined).forEach { hear($0, at: joined) }
    for moment in joined..<max(joined, world.happenings.count) { hear(world.happenings[moment], at: moment) }
    return heard
  }
}

/// A combination in which all choices are heard, up to a limit at the same time.
private func gathering(_ name: String, limit: Int = .max, _ join: @escaping Choosing) -> Combination {
  Combination(testDescription: name, sourceCount: 4) { sources in
    join(sources[0]) { number in sources[choice(number)].map { [$0] } }
  } model: { world, joined in
    var gathering = Gathering(world: world, limit: limit)
    world.replay(of: 0, at: joined).forEach { gathering.hear($0, at: joined) }
    for moment in joined..<max(joined, world.happenings.count) {
      gathering.hear(world.happenings[moment], at: moment)
    }
    return gathering.heard
  }
}

/// A model of a listener that hears several choices at the same time.
private struct Gathering {
  let world: World
  let limit: Int
  private(set) var heard: [Event<[Int]>] = []
  /// The sources that are heard, and the sources that wait. A source occurs as often as it was chosen.
  private var open: [Int] = []
  private var waiting: [Int] = []
  private var isOuterOpen = true

  init(world: World, limit: Int) {
    (self.world, self.limit) = (world, limit)
  }

  mutating func hear(_ happening: World.Happening, at moment: Int) {
    switch (happening.source, happening.event) {
    case (0, .value(let number)):
      waiting.append(choice(number))
      openNext(at: moment)
    case (0, .end):
      isOuterOpen = false
    case (let source, .value(let value)):
      heard += open.filter { $0 == source }.map { _ in .value([value]) }
    case (let source, .end):
      // A finishing source first tells its end to all listeners that heard it before. Then it is heard again.
      var lateCount = 0
      for _ in open.filter({ $0 == source }) {
        close(source)
        if waiting.first == source {
          open.append(waiting.removeFirst())
          lateCount += 1
        } else {
          openNext(at: moment + 1)
        }
      }
      for _ in 0..<lateCount { replay(source, at: moment + 1) }
    }
    if !isOuterOpen, open.isEmpty, heard.last != .end { heard.append(.end) }
  }

  private mutating func close(_ source: Int) {
    open.remove(at: open.firstIndex(of: source) ?? 0)
  }

  private mutating func openNext(at moment: Int) {
    guard open.count < limit, !waiting.isEmpty else { return }
    let source = waiting.removeFirst()
    open.append(source)
    replay(source, at: moment)
  }

  private mutating func replay(_ source: Int, at moment: Int) {
    for happening in world.replay(of: source, at: moment) {
      switch happening.event {
      case .value(let value):
        heard.append(.value([value]))
      case .end:
        close(source)
        openNext(at: moment)
      }
    }
  }
}

private func choice(_ number: Int) -> Int { 1 + number % 3 }
