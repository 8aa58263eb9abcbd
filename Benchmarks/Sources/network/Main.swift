import Foundation

/// Measures AirwaveNATS beside the C client, in one process, over a server that runs already.
@main
struct Main {
  static let usage = """
    Broadcasts small values over a NATS server, with Airwave and with the C client alone, and prints how many a second were
    published, acknowledged and heard; how many a second are replayed; and how long one value takes. Deletes its streams.

      nats-server -js -sd "$(mktemp -d)" &
      swift run -c release --package-path Benchmarks --traits NATS network [--values COUNT] [--memory COUNT] [URL]

    Without options it measures three rounds of 200,000 values. --memory sends that many values instead, and prints the
    memory of the process as it goes.
    """

  #if NATS
  static func main() async throws {
    var (count, memory, url) = (200_000, 0, "nats://127.0.0.1:4222")
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--values": count = arguments.popFirst().flatMap { Int($0) } ?? 0
      case "--memory": memory = arguments.popFirst().flatMap { Int($0) } ?? 0
      case _ where argument.hasPrefix("nats://"): url = argument
      default: count = 0
      }
    }
    guard count > 0 else {
      print(usage)
      exit(2)
    }
    if memory > 0 { return try await Memory.measure(memory, url) }
    try await Rounds.measure(count, url)
  }
  #else
  static func main() {
    print(usage)
  }
  #endif
}
