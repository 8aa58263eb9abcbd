import Workloads

/// All that was measured in one run.
struct Figures {
  var workloads: [(workload: Workload, times: Times)] = []
  var scalings: [(scaling: Scaling, times: [(size: Int, times: Times)])] = []
  var memory: [(memory: Memory, bytes: [Contestant: Double])] = []
  var keepsOneOrder = true

  @MainActor
  static func measured(_ effort: Effort, report: (String) -> Void) async -> Figures {
    var figures = Figures()
    figures.memory = Memory.allCases.map { memory in
      let bytes = Contestant.allCases.compactMap { contestant in memory.bytes(contestant).map { (contestant, $0) } }
      return (memory, Dictionary(uniqueKeysWithValues: bytes))
    }
    figures.keepsOneOrder = twoThreadsKeepOneOrder()
    figures.workloads = Workload.allCases.map { ($0, Times()) }
    figures.scalings = Scaling.allCases.map { scaling in (scaling, scaling.sizes.map { ($0, Times()) }) }
    for pass in 1...effort.passes {
      report("pass \(pass) of \(effort.passes)")
      for (row, workload) in Workload.allCases.enumerated() {
        await measure(
          workload.entries, operations: workload.operations, effort, into: &figures.workloads[row].times)
      }
      for (row, scaling) in Scaling.allCases.enumerated() {
        for (column, size) in scaling.sizes.enumerated() {
          await measure(
            scaling.entries(size: size), operations: size, effort,
            into: &figures.scalings[row].times[column].times)
        }
      }
    }
    return figures
  }
}

extension Times {
  /// The fastest of the other libraries.
  var fastestPeer: Contestant? {
    contestants.filter(\.isPeer).min { (median(of: $0) ?? .infinity) < (median(of: $1) ?? .infinity) }
  }

  /// How many times as long as its reference Airwave takes.
  var ratioToReference: Double? { ratio(of: .airwave, to: .reference) }

  /// How many times faster than OpenCombine Airwave is.
  var openCombineFactor: Double? { ratio(of: .openCombine, to: .airwave) }
}
