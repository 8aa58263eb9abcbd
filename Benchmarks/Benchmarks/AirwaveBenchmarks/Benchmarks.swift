import Benchmark
import Workloads

/// The workloads of the table, each contestant a benchmark of its own.
let benchmarks: @Sendable () -> Void = {
  parkThread()
  for workload in Workload.allCases {
    for entry in workload.entries {
      let contestant = entry.contestant == .reference ? workload.reference : entry.contestant.rawValue
      register("\(workload.rawValue): \(contestant)", entry, operations: workload.operations)
    }
  }
}

private func register(_ name: String, _ entry: Entry, operations: Int) {
  let configuration = Benchmark.Configuration(
    metrics: [.wallClock, .throughput, .instructions],
    warmupIterations: 3,
    scalingFactor: operations == 1 ? .kilo : .one,
    maxDuration: .milliseconds(300)
  )
  switch entry.body {
  case .plain(let prepare):
    let work = Prepared(prepare)
    Benchmark(name, configuration: configuration) { benchmark in
      let work = work.value
      benchmark.startMeasurement()
      work(benchmark.scaledIterations.count)
    }
  case .onMainActor(let prepare):
    let work = Prepared { MainActor.assumeIsolated(prepare) }
    Benchmark(name, configuration: configuration) { benchmark in
      // The time to get to the main actor is shared by all repetitions.
      let repetitions = benchmark.scaledIterations.count
      await MainActor.run { work.value(repetitions) }
    }
  case .asynchronous(let work):
    Benchmark(name, configuration: configuration) { benchmark in
      await work(benchmark.scaledIterations.count)
    }
  }
}

/// Something that is made when it is first asked for, and kept.
private final class Prepared<Value>: @unchecked Sendable {
  // Unchecked: the harness runs one benchmark at a time.
  private let make: () -> Value
  private(set) lazy var value = make()

  init(_ make: @escaping () -> Value) {
    self.make = make
  }
}
