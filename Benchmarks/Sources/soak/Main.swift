import Foundation

@main
struct Main {
  static let usage = """
    Keeps several threads busy with everything that a pair does, for ten minutes, and watches order and memory.

      swift run -c release --package-path Benchmarks soak [--seconds COUNT]

    Exits with 1 when an order breaks, or when memory grows.
    """

  static func main() {
    guard let seconds = seconds(Array(CommandLine.arguments.dropFirst())) else {
      print(usage)
      exit(2)
    }
    let soak = Soak()
    soak.start()
    var memory: [Int] = []
    // The first measurement comes after the initial growth of the heap.
    for (name, part) in [("start", 0.1), ("middle", 0.4), ("end", 0.5)] {
      Thread.sleep(forTimeInterval: seconds * part)
      memory.append(residentKilobytes())
      print("\(name): \(soak.deliveredCount) values delivered, \(memory.last ?? 0) KB resident at most")
    }
    soak.stop()
    print("checksums of the order heard: \(soak.checksums)")
    let grown = (memory.last ?? 0) - (memory.first ?? 0)
    let isFlat = grown <= (memory.first ?? 0) / 10 + 4_096
    print(soak.isInOrder ? "One order." : "The order is broken.")
    print(isFlat ? "Memory is flat." : "Memory has grown by \(grown) KB.")
    exit(soak.isInOrder && isFlat ? 0 : 1)
  }

  private static func seconds(_ arguments: [String]) -> Double? {
    if arguments.isEmpty { return 600 }
    guard arguments.count == 2, arguments[0] == "--seconds", let seconds = Double(arguments[1]), seconds > 0 else {
      return nil
    }
    return seconds
  }

  /// The maximal resident memory so far.
  private static func residentKilobytes() -> Int {
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
