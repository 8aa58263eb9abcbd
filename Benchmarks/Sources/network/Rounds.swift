#if NATS
import Foundation
import Synchronization

/// Three rounds, in each of which all contestants have their turn.
enum Rounds {
  struct Result {
    var rate: [Double] = []
    var replay: [Double] = []
    var oneWay: [Double] = []
    /// The processor time of this process, in microseconds for each value, which other processes disturb less.
    var rateWork: [Double] = []
    var replayWork: [Double] = []
  }

  static func measure(_ count: Int, _ url: String) async throws {
    var (plain, digits, traced, json) = (Result(), Result(), Result(), Result())
    var decoding: [Double] = []
    for round in 0..<3 {
      decoding.append(try decode(count))
      try await turn(Plain.self, round, count, url, &plain)
      try await turn(Pair<Digits>.self, round, count, url, &digits)
      try await turn(Traced.self, round, count, url, &traced)
      try await turn(Pair<JSON>.self, round, count, url, &json)
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let rows: [(String, KeyPath<Result, [Double]>, String)] = [
      ("acknowledged and heard", \.rate, "a second"), ("replayed", \.replay, "a second"), ("one way", \.oneWay, "µs"),
      ("processor time of a value that is acknowledged and heard", \.rateWork, "µs"),
      ("processor time of a value that is replayed", \.replayWork, "µs"),
    ]
    let contestants = [Plain.name, Digits.name, Traced.name, JSON.name]
    print("| | \(contestants.joined(separator: " | ")) |\n|---|---:|---:|---:|---:|")
    for (name, path, unit) in rows {
      let reference = median(plain[keyPath: path])
      let others = [digits, traced, json].map { result in
        let value = median(result[keyPath: path])
        return "\(rounded(value)), \(String(format: "%.2f", value / reference)) times"
      }
      print("| \(name), \(unit) | \(rounded(reference)) | \(others.joined(separator: " | ")) |")
    }
    // What is replayed is decoded on one thread, which also does the rest: its times add up.
    let (client, decoder) = (1_000_000 / median(plain.replay), median(decoding))
    let others = 1_000_000 / median(digits.replay)
    print(
      """

      A replayed value takes \(microseconds(client)) with the C client, \(microseconds(others)) with Airwave and digits. \
      JSONDecoder alone takes \(microseconds(decoder)), so that JSON can reach \
      \(String(format: "%.2f", client / (others + decoder))) times the rate of the C client, and \
      \(String(format: "%.2f", client / (client + decoder))) times if Airwave did nothing else.
      """
    )
  }

  private static func rounded(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }

  private static func microseconds(_ value: Double) -> String { String(format: "%.2f µs", value) }

  /// How long Foundation takes to decode one of the values, in microseconds.
  private static func decode(_ count: Int) throws -> Double {
    let decoder = JSONDecoder()
    let messages = (1_000..<1_000 + count).map { Data(String($0).utf8) }
    let start = ContinuousClock.now
    var sum = 0
    for message in messages { sum &+= try decoder.decode(Int.self, from: message) }
    precondition(sum > 0)
    return microseconds(since: start) / Double(count)
  }

  private static func turn<Subject: Contestant>(
    _ type: Subject.Type,
    _ round: Int,
    _ count: Int,
    _ url: String,
    _ result: inout Result
  ) async throws {
    let contestant = try await type.init(url, "airwave-\(type.name.filter(\.isLetter))-\(round)")
    Count.reset()
    // Alone on its way, each value, as soon as the one before it was heard.
    var times: [Double] = []
    for value in 0..<1_000 {
      let start = ContinuousClock.now
      contestant.send(value)
      while Count.heard.load(ordering: .acquiring) <= value {}
      times.append(microseconds(since: start))
    }
    result.oneWay.append(times.sorted()[times.count / 2])

    var (start, work) = (ContinuousClock.now, processorTime)
    for value in 1_000..<1_000 + count { contestant.send(value) }
    await contestant.settle(1_000 + count)
    result.rate.append(Double(count) / microseconds(since: start) * 1_000_000)
    result.rateWork.append((processorTime - work) / Double(count))

    Count.reset()
    (start, work) = (ContinuousClock.now, processorTime)
    try await contestant.replay()
    Count.wait(for: 1_000 + count, Count.heard)
    result.replay.append(Double(1_000 + count) / microseconds(since: start) * 1_000_000)
    result.replayWork.append((processorTime - work) / Double(1_000 + count))
    await contestant.end()
  }

  /// What all threads of this process have used so far, in microseconds.
  private static var processorTime: Double { Double(clock()) / Double(CLOCKS_PER_SEC) * 1_000_000 }

  private static func microseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .microseconds(1)
  }
}
#endif
