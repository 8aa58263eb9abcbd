import Workloads

/// How thorough a run is.
struct Effort {
  /// How often everything is set up anew, on other addresses.
  let passes: Int
  /// How often each contestant has its turn, in one pass.
  let rounds: Int
  /// How long one turn is.
  let turn: Duration

  static let full = Effort(passes: 12, rounds: 21, turn: .milliseconds(2))
  static let quick = Effort(passes: 2, rounds: 9, turn: .milliseconds(1))
}

/// The times of contestants who took turns: the turns of one round have one index.
struct Times {
  private var nanoseconds: [Contestant: [Double]] = [:]

  var contestants: [Contestant] { Contestant.allCases.filter { nanoseconds[$0] != nil } }

  private mutating func add(_ time: Double, of contestant: Contestant) {
    nanoseconds[contestant, default: []].append(time)
  }

  func median(of contestant: Contestant) -> Double? {
    nanoseconds[contestant]?.median
  }

  /// How many times as long one takes as another.
  ///
  /// The median of the ratios within each round, for what disturbs a machine mostly disturbs neighbors alike.
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
  /// Sets the contestants up, and lets them take turns.
  @MainActor
  mutating func measure(_ entries: [Entry], operations: Int, _ effort: Effort) async {
    var runners: [Runner] = []
    for entry in entries { runners.append(await Runner(entry, turn: effort.turn)) }
    // Where a single repetition is longer than a turn should be, there are fewer rounds.
    let round = runners.map(\.expected).reduce(.zero, +)
    let rounds = max(5, min(effort.rounds, Int(effort.turn * effort.rounds * runners.count / round)))
    for round in 0..<rounds {
      for index in runners.indices {
        let runner = runners[(index + round) % runners.count]
        let time = await runner.run()
        add(time / Double(operations), of: runner.contestant)
      }
    }
  }
}

/// One contestant, set up, with as many repetitions as fill a turn.
@MainActor
private struct Runner {
  let contestant: Contestant
  private let body: @MainActor (Int) async -> Duration
  private var repetitions = 1
  private(set) var expected: Duration

  init(_ entry: Entry, turn: Duration) async {
    contestant = entry.contestant
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
    while expected < turn / 2 {
      repetitions = min(repetitions * 10, max(repetitions * 2, Int(Double(repetitions) * (turn / expected))))
      expected = await body(repetitions)
    }
  }

  /// One turn.
  ///
  /// - Returns: Nanoseconds per repetition.
  func run() async -> Double {
    await body(repetitions) / .nanoseconds(1) / Double(repetitions)
  }
}
