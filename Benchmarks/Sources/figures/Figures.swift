import Workloads

/// All measurements of a run.
struct Figures {
  var workloads: [(workload: Workload, times: Times)]
  var scalings: [(scaling: Scaling, times: [(size: Int, times: Times)])]
  var memory: [(memory: Memory, bytes: [Contestant: Double])]
  var keepsOneOrder = true

  private init(_ options: Options) {
    workloads = Workload.allCases.filter(options.includes).map { ($0, Times()) }
    scalings = Scaling.allCases.filter(options.includes).map { scaling in (scaling, scaling.sizes.map { ($0, Times()) })
    }
    memory = Memory.allCases.filter(options.includes).map { memory in
      let bytes = Contestant.allCases.compactMap { contestant in memory.bytes(contestant).map { (contestant, $0) } }
      return (memory, Dictionary(uniqueKeysWithValues: bytes))
    }
    if options.includes(Workload.twoThreads) { keepsOneOrder = twoThreadsKeepOneOrder() }
  }

  @MainActor
  static func measured(_ options: Options, report: (String) -> Void) async -> Figures {
    var figures = Figures(options)
    for pass in 1...options.effort.passes {
      report("pass \(pass) of \(options.effort.passes)")
      await figures.measure(options.effort)
    }
    return figures
  }

  /// Measures one pass.
  @MainActor
  private mutating func measure(_ effort: Effort) async {
    for row in workloads.indices {
      let workload = workloads[row].workload
      await workloads[row].times.measure(workload.entries, operations: workload.operations, effort)
    }
    for row in scalings.indices {
      for column in scalings[row].times.indices {
        let size = scalings[row].times[column].size
        let entries = scalings[row].scaling.entries(size: size)
        await scalings[row].times[column].times.measure(entries, operations: size, effort)
      }
    }
  }
}

extension Times {
  /// The fastest of the other libraries.
  var fastestPeer: Contestant? {
    contestants.filter(\.isPeer).min { (median(of: $0) ?? .infinity) < (median(of: $1) ?? .infinity) }
  }

  /// The ratio of the time of Airwave to that of a reference.
  func ratio(to reference: Contestant = .reference) -> Double? { ratio(of: .airwave, to: reference) }

  /// The ratio of the time of OpenCombine to that of Airwave.
  var openCombineFactor: Double? { ratio(of: .openCombine, to: .airwave) }
}
