import Workloads

/// An error in the command line, as a sentence.
struct UsageError: Error {
  let message: String
}

/// The parsed command line.
struct Options {
  static let usage = """
    Measures Airwave, its peers and the floor, in one process, and compares them with the targets.

      swift run -c release --package-path Benchmarks figures [options]

      --quick          Fewer rounds, for a first impression in ten seconds.
      --write          Also writes Benchmarks/results.md, and draws Benchmarks/chart.svg and summary.svg:
                       of all rows and rounds, hence without --quick and --only.
      --only TEXT      Only the rows whose name contains the text.
      --repeat COUNT   Measures nothing, but does each row of Airwave and its reference so many times, for a profiler.
      --of NAME        With --repeat: only this contestant, such as Airwave, Reference, OpenCombine.
      --help           Shows this.

    Exits with 1 when a target is missed, and with 2 when the options cannot be followed.
    """

  var effort = Effort.full
  var writes = false
  var only: String?
  var repetitions: Int?
  var contestant: Contestant?
  var asksForHelp = false

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var isQuick = false
    while let argument = rest.popFirst() {
      switch argument {
      case "--help": asksForHelp = true
      case "--quick": isQuick = true
      case "--write": writes = true
      case "--only": only = try Self.value(of: argument, "a text", &rest) { $0 }
      case "--repeat":
        repetitions = try Self.value(of: argument, "a count of 1 or more", &rest) { text in
          Int(text).flatMap { $0 > 0 ? $0 : nil }
        }
      case "--of":
        let names = Contestant.allCases.map(\.rawValue).joined(separator: ", ")
        contestant = try Self.value(of: argument, "one of \(names)", &rest, Contestant.init)
      default: throw UsageError(message: "unknown option '\(argument)'")
      }
    }
    if isQuick { effort = .quick }
    if writes && (isQuick || only != nil || repetitions != nil) {
      throw UsageError(message: "--write goes without --quick, --only and --repeat: what is written must be complete")
    }
    if contestant != nil && repetitions == nil { throw UsageError(message: "--of goes with --repeat") }
    try requireRows()
  }

  /// The value that follows an option.
  private static func value<Value>(
    of option: String,
    _ expectation: String,
    _ rest: inout ArraySlice<String>,
    _ read: (String) -> Value?
  ) throws(UsageError) -> Value {
    guard let text = rest.popFirst() else { throw UsageError(message: "\(option) needs \(expectation)") }
    guard let value = read(text) else { throw UsageError(message: "\(option) needs \(expectation), not '\(text)'") }
    return value
  }

  /// Rejects options that select no row: a run without measurements would reach every target.
  private func requireRows() throws(UsageError) {
    guard let only else { return }
    // Only workloads can be repeated.
    let others = Scaling.allCases.contains(where: includes) || Memory.allCases.contains(where: includes)
    if Workload.allCases.contains(where: includes) || (repetitions == nil && others) { return }
    throw UsageError(message: "--only \(only): no row has a name that contains this")
  }

  /// Whether a row is selected.
  func includes(_ name: some RawRepresentable<String>) -> Bool {
    only.map { name.rawValue.contains($0) } ?? true
  }
}
