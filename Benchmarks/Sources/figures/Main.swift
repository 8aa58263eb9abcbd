import Foundation
import Workloads

@main
struct Main {
  static let usage = """
    Measures Airwave, its peers and the floor, in one process, and compares them with the targets.

      swift run -c release --package-path Benchmarks figures [--quick] [--write]

      --quick  Fewer rounds, in a tenth of the time, for a first impression.
      --write  Also writes the results into Benchmarks/README.md, and draws Benchmarks/chart.svg.

    Exits with 1 when a target is missed.
    """

  @MainActor
  static func main() async throws {
    let options = Set(CommandLine.arguments.dropFirst())
    guard options.isSubset(of: ["--quick", "--write"]) else {
      print(usage)
      exit(options == ["--help"] ? 0 : 2)
    }
    parkThread()
    let figures = await Figures.measured(options.contains("--quick") ? .quick : .full) { line in
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }
    print(figures.report)
    if options.contains("--write") { try figures.write() }
    let misses = figures.misses
    print(misses.isEmpty ? "\nEvery target is reached." : "\nMissed:\n" + misses.joined(separator: "\n"))
    exit(misses.isEmpty ? 0 : 1)
  }
}
