import Airwave
import AirwaveTesting
import Foundation
import TestSupport
import Testing

@Suite("ManualClock.run with a function", .inTurn, .patient)
struct RunningTests {
  private let clock = ManualClock()

  /// Lets so many other tasks run that a clock that does not wait for the caller would be moved on meanwhile.
  @Sendable private static func dawdle() async {
    for _ in 0..<300 { await Task.detached(priority: .background) {}.value }
  }

  @Test("moves the clock only while the function sleeps, however long it takes in between")
  func follows() async throws {
    let ticks = Heard<ManualClock.Instant>()
    Receiver.timer(every: .seconds(1), clock: clock).take(count: 100).listen { ticks.append($0) }
    let times = try await clock.run(within: .patience) { [clock] in
      var times: [Duration] = []
      for _ in 1...5 {
        await Self.dawdle()
        try await clock.sleep(for: .seconds(3))
        times.append(clock.now.offset)
      }
      return times
    }

    #expect(times == (1...5).map { .seconds(3 * $0) })
    #expect(ticks.values.count == 15)
    #expect(clock.now.offset == .seconds(15))
  }

  @Test("waits for Airwave's work that a move has begun")
  func work() async throws {
    let heard = Heard<[Duration]>()
    Receiver.timer(every: .seconds(1), clock: clock).take(count: 3).asyncMap { [clock] tick in
      await Self.dawdle()
      return [tick.offset, clock.now.offset]
    }
    .listen { heard.append($0) }
    try await clock.run(within: .patience) { [clock] in try await clock.sleep(for: .seconds(10)) }

    #expect(heard.values == (1...3).map { [.seconds($0), .seconds($0)] })
  }

  @Test("moves the clock for a function that waits for a value", arguments: [false, true])
  func values(isRecorded: Bool) async throws {
    let (transmitter, receiver) = Receiver<Int>.make()
    let delayed = receiver.delay(for: .seconds(5), clock: clock)
    let recorder = delayed.record(allowingUnread: true)
    let value = try await clock.run(within: .patience) { () -> Int? in
      let values = delayed.values
      transmitter.broadcast(1)
      if isRecorded { return try await recorder.next(within: .patience) }
      return await values.first { _ in true }
    }

    #expect(value == 1)
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("goes on when a value comes from elsewhere, though nothing sleeps")
  func elsewhere() async throws {
    let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
    let value = try await clock.run(within: .patience) {
      Thread.detachNewThread { transmitter.broadcast(1) }
      return await receiver.first()
    }

    #expect(value == 1)
  }

  @Test("runs the function on the isolation where it was written") @MainActor
  func isolation() async throws {
    var count = 0
    try await clock.run(within: .patience) { [clock] in
      MainActor.assertIsolated()
      try await clock.sleep(for: .seconds(1))
      count += 1
    }
    #expect(count == 1)
  }

  @Test("throws what the function throws")
  func failure() async {
    struct Failed: Error {}
    await #expect(throws: Failed.self) {
      try await clock.run(within: .patience) { [clock] in
        try await clock.sleep(for: .seconds(1))
        throw Failed()
      }
    }
  }

  @Test("fails the test at its line, and cancels the function, if it does not return in time")
  func limit() async {
    let issues = await issues {
      await #expect(throws: CancellationError.self) {
        try await clock.run(within: .milliseconds(20)) { [clock] in
          while true { try await clock.sleep(for: .seconds(1)) }
        }
      }
    }
    #expect(issues.map(\.line) == [#line - 6])
    #expect(issues.first?.text.hasPrefix("Expected the function to return within 0.02 seconds, but it did not") == true)
  }

  @Test("cancels the function with the calling task")
  func cancelled() async {
    let run = Task { [clock] in
      try await clock.run(within: .patience) { try await Task.sleep(for: .seconds(3_600)) }
    }
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
  }
}
