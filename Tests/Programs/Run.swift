/// The pairs that a program uses: those of Airwave, or a model of them.
package protocol Pairs: AnyObject {
  associatedtype Listening

  func broadcast(_ value: Int, on pair: Int)
  /// Listens, on behalf of an owner if there is one. `hear` is called with each value, and with nil at the end if
  /// `hasEnd`.
  func listen(to source: Source, owner: Int?, hasEnd: Bool, _ hear: @escaping (Int?) -> Void) -> Listening
  /// Forwards the values of one pair that pass `isIncluded` to another.
  func forward(from pair: Int, to target: Int, _ isIncluded: @escaping () -> Bool) -> Listening
  func dispose(_ listening: Listening)
  func isDisposed(_ listening: Listening) -> Bool
  func insert(_ listening: Listening, bag: Int)
  func disposeBag(_ bag: Int)
  func dropBag(_ bag: Int)
  func clearReplay(_ pair: Int)
  func removeAllListeners(_ pair: Int)
  func finish(_ pair: Int)
  func drop(_ pair: Int)
  func replayed(_ source: Source) -> [Int]
  func latest(_ source: Source) -> Int?
  func listenerCount(_ origin: Source.Origin) -> Int
  /// Releases an owner, and makes another one with its number.
  func release(_ owner: Int)
  /// The number of closures that were passed to make `listenings` and are alive.
  func closureCount(of listenings: [Listening]) -> Int
}

/// A line of the transcript of a program.
package enum Line: Hashable, Sendable {
  case heard(Int, by: Int)
  case end(of: Int)
  case read([Int], latest: Int?)
  /// The listener count of each pair and share, whether each listener has ended, and the number of closures of
  /// listeners that are alive, after a step outside of listeners.
  case state(counts: [Int], isDisposed: [Bool], closures: Int)
  /// The number of sent values and passed closures that are alive after the program.
  case alive(Int)
}

/// A running program.
final class Run<Stage: Pairs> {
  private let pairs: Stage
  private let origins: [Source.Origin]
  private(set) var transcript: [Line] = []
  /// The listeners in the order in which they were requested. A listener that is being made is nil.
  private var listenings: [Stage.Listening?] = []
  /// The number of steps and forwardings that are left. It ends programs whose listeners would broadcast without end.
  private var fuel = 80
  /// The number of values that may still be heard. It ends programs that would switch between long replays without end.
  private var patience = 1_000

  init(_ program: Program, on pairs: Stage) {
    self.pairs = pairs
    origins = program.strategies.indices.map { .pair($0) } + program.shares.indices.map { .shared($0) }
    for step in program.steps {
      perform(step, by: nil)
      noteState()
    }
    for pair in program.strategies.indices { pairs.finish(pair) }
    noteState()
    for bag in 0..<2 { pairs.disposeBag(bag) }
    listenings = []
  }

  private func noteState() {
    transcript.append(
      .state(
        counts: origins.map(pairs.listenerCount),
        isDisposed: listenings.map { $0.map(pairs.isDisposed) ?? false },
        closures: pairs.closureCount(of: listenings.compactMap(\.self))
      )
    )
  }

  private func stop() {
    fuel = 0
    for case .pair(let number) in origins { pairs.removeAllListeners(number) }
    listenings.forEach { $0.map(pairs.dispose) }
  }

  private func burn() -> Bool {
    fuel -= 1
    return fuel >= 0
  }

  private func perform(_ step: Step, by listener: Int?) {
    guard burn() else { return }
    switch step {
    case .broadcast(let value, let pair): pairs.broadcast(value, on: pair)
    case .listen(let source, let owner, let hasEnd, let reactions):
      listen(to: source, owner: owner, hasEnd: hasEnd, reactions)
    case .forward(let pair, let target): forward(from: pair, to: target)
    case .dispose(let number): listening(number).map(pairs.dispose)
    case .leave: listener.flatMap { listenings[$0] }.map(pairs.dispose)
    case .insert(let number, let bag): listening(number).map { pairs.insert($0, bag: bag) }
    case .disposeBag(let bag): pairs.disposeBag(bag)
    case .dropBag(let bag): pairs.dropBag(bag)
    case .clearReplay(let pair): pairs.clearReplay(pair)
    case .removeAllListeners(let pair): pairs.removeAllListeners(pair)
    case .finish(let pair): pairs.finish(pair)
    case .drop(let pair): pairs.drop(pair)
    case .release(let owner): pairs.release(owner)
    case .read(let source): transcript.append(.read(pairs.replayed(source), latest: pairs.latest(source)))
    }
  }

  private func listening(_ number: Int) -> Stage.Listening? {
    listenings.isEmpty ? nil : listenings[number % listenings.count]
  }

  private func listen(to source: Source, owner: Int?, hasEnd: Bool, _ reactions: [Reaction]) {
    let number = listenings.count
    listenings.append(nil)
    var event = 0
    let listening = pairs.listen(to: source, owner: owner, hasEnd: hasEnd) { [self] value in
      transcript.append(value.map { .heard($0, by: number) } ?? .end(of: number))
      let present = event
      event += 1
      patience -= 1
      if patience == 0 { stop() }
      for reaction in reactions where reaction.event == nil || reaction.event == present {
        for step in reaction.steps { perform(step, by: number) }
      }
    }
    listenings[number] = listening
  }

  private func forward(from pair: Int, to target: Int) {
    let number = listenings.count
    listenings.append(nil)
    listenings[number] = pairs.forward(from: pair, to: target) { [self] in burn() }
  }
}
