#if NATS
import Foundation
import Synchronization

/// Three rounds, in each of which all contestants have their turn.
enum Rounds {
  struct Result {
    var rate: [Double] = []
    var replay: [Double] = []
    var oneWay: [Double] = []
  }

  static func measure(_ count: Int, _ url: String) async throws {
    var (plain, digits, json) = (Result(), Result(), Result())
    var decoding: [Double] = []
    for round in 0..<3 {
      decoding.append(try decode(count))
      try await turn(Plain.self, round, count, url, &plain)
      try await turn(Pair<Digits>.self, round, count, url, &digits)
      try await turn(Pair<JSON>.self, round, count, url, &json)
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let rows: [(String, KeyPath<Result, [Double]>, String)] = [
      ("acknowledged and heard", \.rate, "a second"), ("replayed", \.replay, "a second"), ("one way", \.oneWay, "µs"),
    ]
    let contestants = [Plain.name, Digits.name, JSON.name]
    print("| | \(contestants.joined(separator: " | ")) |\n|---|---:|---:|---:|")
    for (name, path, unit) in rows {
      let reference = median(plain[keyPath: path])
      let others = [digits, json].map { result in
        let value = median(result[keyPath: path])
        return "\(Int(value)), \(String(format: "%.2f", value / reference)) times"
      }
      print("| \(name), \(unit) | \(Int(reference)) | \(others.joined(separator: " | ")) |")
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

    var start = ContinuousClock.now
    for value in 1_000..<1_000 + count { contestant.send(value) }
    await contestant.settle(1_000 + count)
    result.rate.append(Double(count) / microseconds(since: start) * 1_000_000)

    Count.reset()
    start = ContinuousClock.now
    try await contestant.replay()
    Count.wait(for: 1_000 + count, Count.heard)
    result.replay.append(Double(1_000 + count) / microseconds(since: start) * 1_000_000)
    await contestant.end()
  }

  private static func microseconds(since start: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - start) / .microseconds(1)
  }
}
#endif
