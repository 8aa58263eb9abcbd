import Foundation
import Workloads

@main
struct Main {
  @MainActor
  static func main() async throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(2)
    }
    parkThread()
    if let repetitions = options.repetitions {
      await repeatWorkloads(options, repetitions: repetitions)
      return
    }
    let figures = await Figures.measured(options) { line in
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }
    print(figures.report)
    if options.writes { try figures.write() }
    let misses = figures.misses
    print(misses.isEmpty ? "\nEvery target is reached." : "\nMissed:\n" + misses.joined(separator: "\n"))
    exit(misses.isEmpty ? 0 : 1)
  }

  @MainActor
  private static func repeatWorkloads(_ options: Options, repetitions: Int) async {
    let contestants = options.contestant.map { [$0] } ?? [.reference, .airwave]
    for workload in Workload.allCases where options.includes(workload) {
      for entry in workload.entries where contestants.contains(entry.contestant) {
        print(workload.rawValue, entry.contestant.rawValue, separator: ": ")
        switch entry.body {
        case .plain(let prepare): prepare()(repetitions)
        case .onMainActor(let prepare): prepare()(repetitions)
        case .asynchronous(let work): await work(repetitions)
        }
      }
    }
  }
}
