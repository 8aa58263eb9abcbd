import Workloads

/// What the command line asks for.
struct Options {
  static let usage = """
    Measures Airwave, its peers and the floor, in one process, and compares them with the targets.

      swift run -c release --package-path Benchmarks figures [options]

      --quick          Fewer rounds, for a first impression in ten seconds.
      --write          Also writes the results into Benchmarks/README.md, and draws Benchmarks/chart.svg.
      --only TEXT      Only the rows whose name contains the text.
      --repeat COUNT   Measures nothing, but does each row of Airwave and its reference so many times, for a profiler.
      --of NAME        With --repeat: only this contestant, such as Airwave, Reference, OpenCombine.

    Exits with 1 when a target is missed.
    """

  var effort = Effort.full
  var writes = false
  var only: String?
  var repetitions: Int?
  var contestant: Contestant?

  /// Nothing if the command line is not understood.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--quick":
        effort = .quick
      case "--write":
        writes = true
      case "--only":
        guard let text = rest.popFirst() else { return nil }
        only = text
      case "--repeat":
        guard let count = rest.popFirst().flatMap({ Int($0) }) else { return nil }
        repetitions = count
      case "--of":
        guard let contestant = rest.popFirst().flatMap(Contestant.init) else { return nil }
        self.contestant = contestant
      default:
        return nil
      }
    }
    if writes && only != nil { return nil }
  }

  /// Whether a row is asked for.
  func includes(_ name: some RawRepresentable<String>) -> Bool {
    only.map { name.rawValue.contains($0) } ?? true
  }
}
