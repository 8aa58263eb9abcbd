#if NATS
import Airwave
import AirwaveTesting
import CNATS
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("A session that waits for what its stream had when it was made")
struct WaitingSessionTests {
  @Test("gives no pair when it is gone before it was replayed", arguments: [NATSError.gone, .closed])
  func goneEarly(reason: NATSError) async throws {
    try await withNetwork { _, network in
      let session = try network.waitingSession()
      session.abandon(reason)
      await #expect(throws: reason) { try await session.catchUp() }
    }
  }

  @Test("is read from another server, if the one that was asked has nothing of what is to be replayed")
  func lagging() async throws {
    try await withNetwork { _, network in
      let session = try network.waitingSession(hasCopies: true)
      session.begin("lagging")
      session.handle(.heartbeat(pull: 1, delivery: nil))
      #expect(session.state.withLock { $0.reader?.consumer == nil && $0.incoming.count == 0 && !$0.isCaughtUp })
    }
  }

  @Test(
    "goes on with another consumer after a pause, if the one it had sends messages that were read long ago",
    .timeLimit(.minutes(20))
  )
  func staleMessages() async throws {
    try await withNetwork { _, network in
      try network.addStream("none", storing: "none")
      for text in ["1", "2", "3"] { try network.publish(text, to: "none", headers: []) }
      await until { (try? network.messageCount(of: "none")) == 3 }
      let session = try network.waitingSession(hasCopies: true, last: 3)
      session.begin("lagging")
      var arrivals: [Arrival] = []
      for (sequence, delivery) in zip([1, 2, 1] as [UInt64], (1 as UInt64)...) {
        let time = try await network.time(ofMessage: sequence, in: "none")
        arrivals.append(try arrival(sequence: sequence, delivery: delivery, time: time))
      }
      let start = ContinuousClock.now
      let rejected = session.arrived(arrivals)
      destroy(rejected)
      #expect(rejected.count == 1 && session.state.withLock { $0.reader?.consumer != "lagging" })
      // Nothing but the alarm of the pause creates the next one.
      await until { session.state.withLock { $0.isCaughtUp } }
      #expect(session.state.withLock { $0.isCaughtUp && $0.heard == 3 })
      #expect(ContinuousClock.now - start >= .milliseconds(50))
    }
  }

  /// A message of the consumer `lagging`.
  private func arrival(sequence: UInt64, delivery: UInt64, time: UInt64) throws -> Arrival {
    var message: OpaquePointer?
    try natsMsg_Create(&message, "none", "$JS.ACK.none.lagging.1.\(sequence).\(delivery).\(time).0", "", 0).check()
    let handle = Handle(pointer: try #require(message))
    return try #require(Arrival(handle, beside: nil))
  }

  @Test("loses what a server has promised that is behind, and does not have any more, and says so")
  func laggingPromise() async throws {
    try await withNetwork { _, network in
      let failures = network.failures.record()
      let session = try network.waitingSession(hasCopies: true, last: 9, denseFrom: nil)
      session.begin("lagging")
      session.state.withLock { state in
        _ = state.reader?.receive(ReaderMessage(sequence: 1, delivery: 1, pending: 5, size: 1), at: .now)
      }
      session.handle(.heartbeat(pull: 1, delivery: 1))
      #expect(try await failures.next(within: timeLimit).content.summary == "missed 5")
      #expect(session.state.withLock { $0.reader?.consumer == nil && !$0.isCaughtUp })
      session.abandon()
      await network.close()
      try await failures.finish(within: timeLimit)
    }
  }

  @Test("is replayed, although what was to be read again is deleted, and was stored when the pair was made or later")
  func deletedAgain() async throws {
    try await withNetwork { _, network in
      let session = try network.waitingSession()
      session.begin("first")
      session.state.withLock { state in
        _ = state.reader?.handle(.readAgain(from: 3, count: 0), at: .now)
        _ = state.reader?.handle(.created(attempt: 2, consumer: "second", pending: 0), at: .now)
      }
      session.handle(.heartbeat(pull: 1, delivery: nil))
      #expect(session.state.withLock { $0.incoming.isEmpty })
      session.handle(.heartbeat(pull: 2, delivery: nil))
      await until { session.state.withLock { $0.isCaughtUp } }
      #expect(session.state.withLock { $0.isCaughtUp })
    }
  }

  @Test("does not ask often whether it is listened to, if it is not for long")
  func unheard() async throws {
    try await withNetwork { _, network in
      let questions = Tally()
      let session = try network.waitingSession(last: 0) {
        questions.add()
        return false
      }
      let start = ContinuousClock.now
      try await session.open(by: .now)
      await until { questions.count >= 30 }
      #expect(questions.count >= 30 && ContinuousClock.now - start > .seconds(1))
    }
  }

  @Test("is not replayed to the end for a task that is cancelled")
  func cancelled() async throws {
    try await withNetwork { _, network in
      let session = try network.waitingSession()
      let task = Task { try await session.catchUp() }
      task.cancel()
      await #expect {
        try await task.value
      } throws: {
        ($0 as? NATSError)?.code == .cancelled
      }
      #expect(session.state.withLock { $0.isOver })
    }
  }
}

extension PairSession {
  /// As if a server had created its first consumer.
  fileprivate func begin(_ consumer: String) {
    state.withLock { state in
      state.hasConsumer = true
      _ = state.reader?.handle(.begin, at: .now)
      _ = state.reader?.handle(.created(attempt: 1, consumer: consumer, pending: 0), at: .now)
    }
  }
}
#endif
