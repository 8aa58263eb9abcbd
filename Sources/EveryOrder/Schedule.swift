/// How the next job is picked, among those that are ready. The text of a schedule picks the same again.
enum Schedule: Equatable {
  /// The job that has waited longest.
  case firstCome
  /// Any job.
  case random(seed: UInt64)
  /// Probabilistic concurrency testing: each chain of jobs has a random priority, and the job with the highest one
  /// runs. At some random steps, of the first so many, the priority of the chain that would run falls below all others.
  /// A bug that needs few such changes is found with a probability that does not shrink with the number of all orders.
  case priorities(seed: UInt64, changes: Int, steps: Int, isByTask: Bool)

  /// The schedule of a run in a search: first come, first served; then priorities by task, by chain, and at random, in
  /// turn.
  ///
  /// - Parameters:
  ///   - number: The number of the run, from zero on.
  ///   - seed: Where the random numbers begin.
  ///   - steps: The largest number of steps of an earlier run.
  init(run number: Int, seed: UInt64, steps: Int) {
    let seed = seed &+ UInt64(number)
    switch number % 3 {
    case _ where number == 0: self = .firstCome
    case 0: self = .random(seed: seed)
    default: self = .priorities(seed: seed, changes: number / 3 % 4, steps: steps, isByTask: number % 3 == 1)
    }
  }
}

extension Schedule: LosslessStringConvertible {
  var description: String {
    switch self {
    case .firstCome: "first come"
    case .random(let seed): "random \(seed)"
    case .priorities(let seed, let changes, let steps, let isByTask):
      "priorities \(seed)/\(changes)/\(steps)/\(isByTask)"
    }
  }

  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    let parts = words.last?.split(separator: "/", omittingEmptySubsequences: false).map(String.init) ?? []
    switch (words.first, parts.count) {
    case _ where text == "first come": self = .firstCome
    case ("random", 1):
      guard let seed = UInt64(parts[0]) else { return nil }
      self = .random(seed: seed)
    case ("priorities", 4):
      guard let seed = UInt64(parts[0]), let changes = Int(parts[1]), let steps = Int(parts[2]),
        let isByTask = Bool(parts[3]), 0...100 ~= changes, steps > 0
      else { return nil }
      self = .priorities(seed: seed, changes: changes, steps: steps, isByTask: isByTask)
    default: return nil
    }
  }
}

/// Picks jobs as a schedule says.
struct Picker {
  private let schedule: Schedule
  private var generator: SplitMix
  /// By chain, for a schedule by priorities.
  private var priorities: [Int: Int] = [:]
  private var changeSteps: Set<Int> = []
  private var lowest = 0

  init(_ schedule: Schedule) {
    self.schedule = schedule
    switch schedule {
    case .firstCome: generator = SplitMix(state: 0)
    case .random(let seed): generator = SplitMix(state: seed)
    case .priorities(let seed, let changes, let steps, _):
      generator = SplitMix(state: seed)
      for _ in 0..<changes { changeSteps.insert(Int.random(in: 0..<steps, using: &generator)) }
    }
  }

  /// Whether a task stays in a chain of its own.
  var isByTask: Bool { if case .priorities(_, _, _, true) = schedule { true } else { false } }

  /// The place of the job to run, among jobs of these chains, which have waited the longer the earlier they stand.
  mutating func pick(among chains: [Int], step: Int) -> Int {
    switch schedule {
    case .firstCome: return 0
    case .random: return Int.random(in: chains.indices, using: &generator)
    case .priorities:
      for chain in chains where priorities[chain] == nil {
        priorities[chain] = Int.random(in: 1...1_000_000_000, using: &generator)
      }
      if changeSteps.contains(step) {
        lowest -= 1
        priorities[chains[mostImportant(chains)]] = lowest
      }
      return mostImportant(chains)
    }
  }

  private func mostImportant(_ chains: [Int]) -> Int {
    var best = 0
    for index in chains.indices where priorities[chains[index], default: 0] > priorities[chains[best], default: 0] {
      best = index
    }
    return best
  }
}

/// The generator SplitMix64, whose numbers are the same in each version of the library.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
