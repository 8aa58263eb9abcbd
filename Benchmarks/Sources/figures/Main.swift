import Foundation
import Workloads

@main
struct Main {
  @MainActor
  static func main() async throws {
    let options: Options
    do { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch { refuse(error.message) }
    if options.asksForHelp { return print(Options.usage) }
    parkThread()
    if let repetitions = options.repetitions {
      let count = await repeatWorkloads(options, repetitions: repetitions)
      if count == 0 { refuse("--of: no row that is asked for has this contestant") }
      return
    }
    let figures = await Figures.measured(options, report: report)
    print(figures.report)
    if options.writes { try figures.write() }
    let misses = figures.misses(explained: try MissedTargets())
    let (explained, others) = (misses.filter(\.isExplained), misses.filter { !$0.isExplained })
    if misses.isEmpty { print("\nEvery target is reached.") }
    if !explained.isEmpty { print("\nMissed, for the reasons in the README:", explained.list, separator: "\n") }
    if !others.isEmpty { print("\nMissed:", others.list, separator: "\n") }
    exit(others.isEmpty ? 0 : 1)
  }

  private static func report(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  private static func refuse(_ reason: String) -> Never {
    report("figures: \(reason); see --help")
    exit(2)
  }

  /// - Returns: The number of workloads.
  @MainActor
  private static func repeatWorkloads(_ options: Options, repetitions: Int) async -> Int {
    var count = 0
    for workload in Workload.allCases where options.includes(workload) {
      let contestants = options.contestant.map { [$0] } ?? [workload.referenceContestant, .airwave]
      for entry in workload.entries where contestants.contains(entry.contestant) {
        count += 1
        print(workload.rawValue, entry.contestant.rawValue, separator: ": ")
        switch entry.body {
        case .plain(let prepare): prepare()(repetitions)
        case .onMainActor(let prepare): prepare()(repetitions)
        case .asynchronous(let work): await work(repetitions)
        }
      }
    }
    return count
  }
}
