import Foundation

/// Measures the calls of a bystander during a flood of broadcasts.
@main
struct Main {
  static let usage = """
    Lets 1, 2, 3 and 6 threads broadcast without pause to a listener that takes 0, 0.3, 2 and 7 microseconds, and prints the
    longest call of a bystander, the values heard, and the peak memory; beside OpenCombine.

      swift run -c release --package-path Benchmarks flood [--seconds COUNT]     (of each combination; 0.25)

    Exits with 1 if a call of the bystander took more than 20 ms, if memory has grown by more than 8 MB, or if three threads
    deliver less than half as much as one.
    """

  static func main() {
    guard let seconds = seconds(Array(CommandLine.arguments.dropFirst())) else {
      print(usage)
      exit(2)
    }
    let idle = peakKilobytes()
    var misses = measure("Airwave", seconds) { Stage.airwave(hear: $0) }
    let grown = peakKilobytes() - idle
    print("Airwave: peak memory \(grown) KB above the idle process")
    if grown > 8_192 { misses.append("memory has grown by \(grown) KB") }
    _ = measure("OpenCombine", seconds) { Stage.openCombine(hear: $0) }
    print("OpenCombine: peak memory \(peakKilobytes() - idle) KB above the idle process, Airwave's included")
    misses.forEach { print("missed: \($0)") }
    exit(misses.isEmpty ? 0 : 1)
  }

  /// - Returns: The missed targets.
  private static func measure(
    _ name: String,
    _ seconds: Double,
    _ make: (@escaping @Sendable () -> Void) -> Stage
  ) -> [String] {
    var misses: [String] = []
    for work: UInt64 in [0, 300, 2_000, 7_000] {
      var rateOfOne = 0.0
      for threads in [1, 2, 3, 6] {
        var columns: [String] = []
        var rate = 0.0
        for action in Stage.Action.allCases {
          for onMain in action == .broadcast ? [true, false] : [false] {
            let flood = Flood.Plan(threads: threads, work: work, action: action, onMain: onMain, seconds: seconds)
            guard let result = flood.run(make) else { continue }
            columns.append("\(action.rawValue)\(onMain ? " on main" : "") \(rounded(result.longestCall))")
            if result.longestCall > 20 {
              misses.append("\(action.rawValue) beside \(threads) threads took \(rounded(result.longestCall)) ms")
            }
            // On the main thread the bystander affects the rate least.
            if onMain { rate = result.rate }
          }
        }
        if threads == 1 { rateOfOne = rate }
        if threads == 3, rate < rateOfOne / 2 {
          misses.append("three threads deliver \(rounded(rate / rateOfOne)) of what one does at \(work) ns")
        }
        print(
          "\(name), \(threads) threads, listener \(work) ns: \(rounded(rate)) M values/s; longest call in ms: "
            + columns.joined(separator: ", ")
        )
      }
    }
    return misses
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

  private static func seconds(_ arguments: [String]) -> Double? {
    if arguments.isEmpty { return 0.25 }
    guard arguments.count == 2, arguments[0] == "--seconds", let seconds = Double(arguments[1]), seconds > 0 else {
      return nil
    }
    return seconds
  }

  private static func peakKilobytes() -> Int {
    var usage = rusage()
    #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
    #else
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss / 1024
    #endif
  }
}
