import Workloads

/// The number and the length of the measurements in a run.
struct Effort {
  /// The number of times that all contestants are set up again, at other addresses.
  let passes: Int
  /// The number of turns of each contestant in one pass.
  let rounds: Int
  /// The length of a turn.
  let turn: Duration

  static let full = Effort(passes: 12, rounds: 21, turn: .milliseconds(2))
  static let quick = Effort(passes: 2, rounds: 9, turn: .milliseconds(1))
}

/// The times of contestants that take turns. The turns of a round have the same index.
struct Times {
  private var nanoseconds: [Contestant: [Double]] = [:]

  var contestants: [Contestant] { Contestant.allCases.filter { nanoseconds[$0] != nil } }

  private mutating func add(_ time: Double, of contestant: Contestant) {
    nanoseconds[contestant, default: []].append(time)
  }

  func median(of contestant: Contestant) -> Double? {
    nanoseconds[contestant]?.median
  }

  /// The ratio of the times of two contestants.
  ///
  /// It is the median of the ratios in each round, because a disturbance of the machine mostly affects neighboring
  /// turns equally.
  func ratio(of contestant: Contestant, to other: Contestant) -> Double? {
    guard let times = nanoseconds[contestant], let others = nanoseconds[other] else { return nil }
    return zip(times, others).map { $0 / $1 }.median
  }
}

extension [Double] {
  var median: Double? {
    if isEmpty { return nil }
    let sorted = sorted()
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
  }
}

extension Times {
  /// Sets up the contestants, and measures their turns.
  @MainActor
  mutating func measure(_ entries: [Entry], operations: Int, _ effort: Effort) async {
    var runners: [Runner] = []
    for entry in entries { runners.append(await Runner(entry, turn: effort.turn)) }
    // If single repetitions are longer than a turn, there are fewer rounds.
    let round = runners.map(\.expected).reduce(.zero, +)
    let rounds = max(3, min(effort.rounds, Int(effort.turn * effort.rounds * runners.count / round)))
    for round in 0..<rounds {
      for index in runners.indices {
        let runner = runners[(index + round) % runners.count]
        let time = await runner.run()
        add(time / Double(runner.operations ?? operations), of: runner.contestant)
      }
    }
  }
}

/// A contestant that is set up, with the number of repetitions that fill a turn.
@MainActor
private struct Runner {
  let contestant: Contestant
  let operations: Int?
  private let body: @MainActor (Int) async -> Duration
  private var repetitions = 1
  private(set) var expected: Duration

  init(_ entry: Entry, turn: Duration) async {
    contestant = entry.contestant
    operations = entry.operations
    let clock = ContinuousClock()
    switch entry.body {
    case .plain(let prepare):
      let work = prepare()
      body = { repetitions in clock.measure { work(repetitions) } }
    case .onMainActor(let prepare):
      let work = prepare()
      body = { repetitions in clock.measure { work(repetitions) } }
    case .asynchronous(let work):
      body = { repetitions in await clock.measure { await work(repetitions) } }
    }
    expected = await body(1)
    // The first call also does what is done once, such as starting threads.
    if expected < turn * 10 { expected = await body(1) }
    while expected < turn / 2 {
      repetitions = min(repetitions * 10, max(repetitions * 2, Int(Double(repetitions) * (turn / expected))))
      expected = await body(repetitions)
    }
  }

  /// Runs one turn.
  ///
  /// - Returns: Nanoseconds per repetition.
  func run() async -> Double {
    await body(repetitions) / .nanoseconds(1) / Double(repetitions)
  }
}
