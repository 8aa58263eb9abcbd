#if NATS
import Airwave
import AirwaveTesting
import Foundation
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("A server that is behind the one that leads the stream", .timeLimit(.minutes(20)))
struct LaggingServerTests {
  private static let lagging = NATSPairState.Activity.waiting(NATSError(lost: Reader.lagging))

  @Test(
    "is noticed though it says nothing but that it lives, and left until one has what it lacks",
    arguments: [false, true]
  )
  func stuck(isShared: Bool) async throws {
    try await withStandIn { standIn, network in
      if isShared { standIn.state.withLock { $0.subjects = ">" } }
      let number = try await network.makeReceiver(Int.self, subject: "numbers")
      let heard = number.values.record()
      let states = number.pair.state.record(allowingUnread: true)
      #expect(try await states.next(within: timeLimit).reading == .active)
      await until { standIn.state.withLock { $0.requests.contains("CONSUMER.MSG.NEXT") } }
      standIn.state.withLock { $0.extent = StreamExtent(first: 1, last: 3, count: 3) }
      standIn.endRequests()
      while try await states.next(within: timeLimit).reading != Self.lagging {}
      // Other consumers are on servers that have no more. What the leader has said counts while it does not answer.
      standIn.state.withLock { $0.script["STREAM.MSG.GET"] = Array(repeating: StandIn.unavailable, count: 100) }
      let before = standIn.state.withLock { $0.requests.count }
      await until { standIn.state.withLock { $0.requests[before...].count { $0 == "CONSUMER.CREATE" } >= 3 } }
      await until { number.pair.state.replayed.map(\.reading) == [Self.lagging] }
      #expect(number.pair.state.replayed.map(\.reading) == [Self.lagging])
      #expect(number.pair.statistics.lag == (isShared ? 1 : 3))
      standIn.state.withLock { $0.replica = .upTo(3) }
      #expect(try await heard.next(3, within: timeLimit) == [1, 2, 3])
      while try await states.next(within: timeLimit).reading != .active {}
      await until { number.pair.statistics.lag == 0 }
      #expect(number.pair.statistics.lag == 0)
      number.finish()
      try await heard.finish(within: timeLimit)
    }
  }

  @Test("does not hold up make() for ever with messages of long ago")
  func stale() async throws {
    try await withStandIn(timeout: .seconds(3)) { standIn, network in
      standIn.state.withLock { state in
        state.extent = StreamExtent(first: 1, last: 5, count: 5)
        state.replica = .stale
      }
      await #expect(throws: NATSError(lost: Reader.lagging)) {
        _ = try await answered { try await network.make(Int.self, subject: "numbers", strategy: .warm(upTo: 1)) }
      }
    }
  }

  @Test("has time for a long replay, whose messages keep coming")
  func longReplay() async throws {
    try await withStandIn(timeout: .seconds(2)) { standIn, network in
      standIn.state.withLock { state in
        state.extent = StreamExtent(first: 1, last: 700, count: 700)
        state.replica = .upTo(700)
      }
      let start = ContinuousClock.now
      let pair = try await network.make(Int.self, subject: "numbers", strategy: .cold)
      #expect(pair.receiver.replayed == Array(1...700))
      #expect(ContinuousClock.now - start > .seconds(2))
    }
  }

  @Test("is asked again for a position that it does not have")
  func laggingLeader() async throws {
    try await withStandIn { standIn, network in
      standIn.state.withLock { state in
        state.extent = StreamExtent(first: 1, last: 1, count: 1)
        state.script["STREAM.INFO"] = [state.info, state.info]
        state.extent = StreamExtent(first: 1, last: 4, count: 4)
        state.replica = .upTo(4)
      }
      let start = NATSStart.behind(NATSPosition(3))
      let receiver = try await network.makeReceiver(Int.self, subject: "numbers", from: start)
      #expect(standIn.state.withLock { $0.requests.count { $0 == "STREAM.INFO" } } == 3)
      let heard = receiver.values.record(allowingUnread: true)
      #expect(try await heard.next(within: timeLimit) == 4)
    }
  }

  @Test("a stream that a cluster is creating for another process is missing for a while")
  func creating() async throws {
    try await withStandIn { standIn, network in
      standIn.state.withLock { state in
        state.script["STREAM.INFO"] = [StandIn.missing, StandIn.missing]
        state.script["STREAM.CREATE"] = [StandIn.missing]
      }
      _ = try await network.makeTransmitter(Int.self, subject: "numbers")
      #expect(
        standIn.state.withLock { $0.requests } == [
          "STREAM.INFO", "STREAM.CREATE", "STREAM.INFO", "STREAM.CREATE", "STREAM.INFO",
        ]
      )
    }
  }

  @Test("the highest sequences of a stream can be read, but none behind the last one")
  func highest() async throws {
    try await withStandIn(timeout: .seconds(3)) { standIn, network in
      let last = UInt64.max - 1
      standIn.state.withLock { state in
        state.extent = StreamExtent(first: last - 1, last: last, count: 2)
        state.replica = .upTo(last)
      }
      let pair = try await answered {
        try await network.make(Int.self, subject: "numbers", strategy: .warm(upTo: 2), coder: .sequences)
      }
      #expect(pair.receiver.replayed == [-3, -2])
      for start in [.behind(NATSPosition(last)), .position(NATSPosition(.max)), .time(.now)] as [NATSStart] {
        _ = try await answered { try await network.makeReceiver(Int.self, subject: "numbers", from: start) }
      }
      await #expect {
        _ = try await answered {
          try await network.makeReceiver(Int.self, subject: "numbers", from: .behind(NATSPosition(.max)))
        }
      } throws: {
        ($0 as? NATSError)?.code == .gone
      }
      standIn.state.withLock { $0.extent = StreamExtent(first: last, last: .max, count: 2) }
      for start in [nil, .behind(NATSPosition(.max)), .position(NATSPosition(.max))] as [NATSStart?] {
        await #expect {
          _ = try await answered { try await network.makeReceiver(Int.self, subject: "numbers", from: start) }
        } throws: {
          ($0 as? NATSError)?.code == .unavailable
        }
      }
    }
  }
}

extension NATSCoder<Int> {
  /// The sequence of a message, as a number with a sign.
  fileprivate static var sequences: NATSCoder<Int> {
    NATSCoder(
      encode: { _ in [] },
      decode: { Int(truncatingIfNeeded: UInt64(String(decoding: $0, as: UTF8.self)) ?? 0) }
    )
  }
}
#endif
