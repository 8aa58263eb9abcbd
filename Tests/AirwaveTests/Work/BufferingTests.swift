import Airwave
import AirwaveTesting
import TestSupport
import Testing

@Suite("Receiver.values(buffering:)", .inTurn, .patient)
struct BufferingTests {
  @Test(
    "keeps and drops what the policy says, and counts it: hundreds of random schedules",
    arguments: [
      .unbounded, .newest(0), .newest(1), .newest(2), .newest(5), .newest(.max), .oldest(0), .oldest(1), .oldest(2),
      .oldest(5), .oldest(.max),
    ] as [BufferingPolicy]
  )
  func model(policy: BufferingPolicy) async {
    for seed in 0..<200 {
      var random = SplitMix64(seed: UInt64(seed))
      let strategy = everyStrategy[seed % everyStrategy.count]
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy)
      let before = random.values()
      before.forEach(transmitter.broadcast)
      var buffer = Buffer(policy: policy)
      strategy.replayed(of: before).forEach { buffer.put($0) }

      let values = receiver.values(buffering: policy)
      var iterator = values.makeAsyncIterator()
      var heard: [Int?] = []
      var expected: [Int?] = []
      var dropped: [[Int]] = [[values.droppedCount, buffer.droppedCount]]
      for _ in 0..<8 {
        for value in random.values() {
          transmitter.broadcast(value)
          buffer.put(value)
        }
        for _ in 0..<Int.random(in: 0...min(4, buffer.kept.count), using: &random) {
          expected.append(buffer.kept.removeFirst())
          heard.append(await iterator.next())
        }
        dropped.append([values.droppedCount, buffer.droppedCount])
      }
      transmitter.finish()
      expected += buffer.kept + [nil]
      for _ in 0...buffer.kept.count { heard.append(await iterator.next()) }

      #expect(heard == expected, "\(policy), \(strategy), seed \(seed)")
      #expect(dropped.allSatisfy { $0[0] == $0[1] }, "\(policy), \(strategy), seed \(seed): \(dropped)")
      #expect(values.droppedCount == buffer.droppedCount)
    }
  }

  /// A simple model of a buffering policy.
  private struct Buffer {
    let policy: BufferingPolicy
    var kept: [Int] = []
    var droppedCount = 0

    mutating func put(_ value: Int) {
      kept.append(value)
      switch policy.kind {
      case .newest(let limit) where kept.count > limit: kept.removeFirst()
      case .oldest(let limit) where kept.count > limit: kept.removeLast()
      default: return
      }
      droppedCount += 1
    }
  }

  @Test(
    "a bounded buffer releases dropped values at once",
    arguments: [.newest(2), .oldest(2)] as [BufferingPolicy]
  )
  func releases(policy: BufferingPolicy) {
    let (transmitter, receiver) = Receiver<Witness>.make()
    let values = receiver.values(buffering: policy)
    let gone = Tally()
    // The `deinit` of a dropped value may use the same sequence.
    for _ in 1...5 {
      transmitter.broadcast(Witness { gone.add(values.droppedCount) })
    }

    #expect(gone.count == 1 + 2 + 3)
  }

  @Test("a consumer that waits gets a value though nothing can be kept for it to wait", arguments: [1, 3])
  func boundedWhileWaiting(bound: Int) async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let values = receiver.values(buffering: .oldest(bound))
    let (hearing, heard) = Receiver<Int>.make()
    let recorder = heard.record()
    let consumer = Task { for await value in values { hearing.broadcast(value) } }
    for value in 1...50 {
      transmitter.broadcast(value)
      #expect(try await recorder.next(within: timeLimit) == value)
    }
    transmitter.finish()
    await consumer.value

    recorder.expectNoValues()
    #expect(values.droppedCount == 0)
  }

  @Test(
    "a consumer that waits gets the next value, whatever the bound, and the bound is for those that follow",
    arguments: [.newest(0), .oldest(0), .newest(1), .oldest(1), .unbounded] as [BufferingPolicy]
  )
  @MainActor func handsOver(policy: BufferingPolicy) async {
    let (transmitter, receiver) = Receiver<Int>.make()
    let values = receiver.values(buffering: policy)
    let (heard, asked) = (Heard<Int>(), Tally())
    // The consumer runs on the actor of the test. So when the test continues, the consumer waits.
    let consumer = Task { @MainActor in
      var iterator = values.makeAsyncIterator()
      asked.add()
      while let value = await iterator.next() {
        heard.append(value)
        asked.add()
      }
    }
    for round in 0..<3 {
      await until { asked.count > heard.values.count }
      [10, 11, 12].map { $0 + 10 * round }.forEach(transmitter.broadcast)
      let expectedCount = (round + 1) * (1 + min(policy.limit, 2))
      await until { asked.count > expectedCount }
      if asked.count <= expectedCount { break }
    }
    transmitter.finish()
    await consumer.value

    let expected = [10, 20, 30].flatMap { first in
      switch policy {
      case .newest(1): [first, first + 2]
      case .oldest(1): [first, first + 1]
      case .unbounded: [first, first + 1, first + 2]
      default: [first]
      }
    }
    #expect(heard.values == expected)
    #expect(heard.values.count + values.droppedCount == 9)
  }

  #if os(Linux) || os(macOS)
  @Test("a negative bound of the newest stops the program")
  func negativeNewest() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.values(buffering: .newest(-1))
    }
    #expect(try message(of: result).contains("'newest' must not be negative, but is -1"))
  }

  @Test("a negative bound of a listener that awaits stops the program")
  func negativeOfListener() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Receiver<Int>.make().receiver.listen(buffering: .newest(-1)) { _ in await Task.yield() }
    }
    #expect(try message(of: result).contains("'newest' must not be negative, but is -1"))
  }

  @Test("a negative bound of the oldest stops the program")
  func negativeOldest() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Receiver<Int>.make().receiver.values(buffering: .oldest(-2))
    }
    #expect(try message(of: result).contains("'oldest' must not be negative, but is -2"))
  }

  private func message(of result: ExitTest.Result?) throws -> String {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
  }
  #endif
}
