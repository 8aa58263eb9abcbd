import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Stress: a receiver of an asynchronous sequence for each value", .patient)
struct SequenceSwitchingStressTests {
  @Test("switching to sequences loses nothing that they hold when they are chosen")
  func switching() async throws {
    let (choices, chosen) = Receiver<Int>.make()
    let switched = chosen.map { number in Self.sequence(of: number).receiver() }.switchToLatest()
    let recorder = switched.record(allowingUnread: true)
    for number in 0..<2_000 {
      choices.broadcast(number)
      #expect(try await recorder.next(3, within: timeLimit) == [number, number + 1, number + 2])
    }
  }

  @Test("two thousand sequences at once are heard to the end", arguments: [Int.max, 3, 1])
  func flattening(limit: Int) async throws {
    let (choices, chosen) = Receiver<Int>.make()
    let recorder = chosen.flatMap(maxConcurrent: limit) { number in Self.sequence(of: number).receiver() }.record()
    for number in 0..<2_000 { choices.broadcast(number * 3) }
    choices.finish()
    let heard = try await recorder.next(6_000, within: timeLimit)
    try await recorder.finish(allowingUnread: true, within: timeLimit)

    #expect((limit == 1 ? heard : heard.sorted()) == Array(0..<6_000))
  }

  private static func sequence(of number: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for element in number...number + 2 { continuation.yield(element) }
      continuation.finish()
    }
  }
}
