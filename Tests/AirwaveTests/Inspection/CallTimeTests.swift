#if Inspector
import Airwave
import TestSupport
import Testing

extension InspectionTests {
  @Suite("The calls of a listener")
  struct CallTimeTests {
    private static func pass(_ time: Duration) {
      let end = ContinuousClock.now + time
      while ContinuousClock.now < end {}
    }

    @Test("are counted and timed at its closure if it was made while the inspector ran, and otherwise at the pair")
    func calls() {
      let (transmitter, receiver) = Receiver<Int>.make(name: "calls")
      let add = { @Sendable (receiver: Receiver<Int>) in
        _ = receiver.filter { $0 > 1 }.listen { Self.pass(.milliseconds($0)) }
      }
      add(receiver)
      _ = Observed.during { _ in
        add(receiver)
        (1...3).forEach(transmitter.broadcast)
      }
      transmitter.broadcast(4)
      let records = Inspection.listeners(of: Inspection.pair(named: "calls"))

      #expect(records.map(\.calls) == [3, 2])
      for record in records {
        #expect(record.totalTime >= .milliseconds(5))
        #expect(record.longestTime >= .milliseconds(3))
        #expect(record.longestTime < record.totalTime)
      }
    }

    @Test("on an actor are counted and timed there")
    @MainActor
    func onActor() async throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "actor")
      Inspection.start(Observed())
      let count = Tally()
      receiver.listen { value in
        MainActor.assertIsolated()
        Self.pass(.milliseconds(value))
        count.add()
      }
      await onThreads(1) { _ in [1, 2].forEach(transmitter.broadcast) }
      await until { count.count == 2 }
      let record = try #require(Inspection.listeners(of: Inspection.pair(named: "actor")).first)
      Inspection.stop()

      #expect(record.calls == 2)
      #expect(record.totalTime >= .milliseconds(3))
    }

    @Test("that joins while the inspector runs are counted, those of the replay, too", arguments: everyStrategy)
    func replay(strategy: ReplayStrategy) {
      let (transmitter, receiver) = Receiver<Int>.make(strategy: strategy, name: "replay")
      [1, 2].forEach(transmitter.broadcast)
      _ = Observed.during { _ in
        let values = receiver.map { $0 }.values
        transmitter.broadcast(3)
        withExtendedLifetime(values) {
          let calls = Inspection.listeners(of: Inspection.pair(named: "replay")).map(\.calls)
          #expect(calls == [strategy.replayed(of: [1, 2]).count + 1])
        }
      }
    }

    @Test("that joins during a delivery are counted, too")
    func during() {
      let (transmitter, receiver) = Receiver<Int>.make(name: "during")
      let values = Box<ReceiverValues<Int>>()
      receiver.take(count: 1).listen { _ in values.content = receiver.values }
      _ = Observed.during { _ in
        [1, 2].forEach(transmitter.broadcast)
        #expect(Inspection.listeners(of: Inspection.pair(named: "during")).map(\.calls) == [1])
      }
      values.content = nil
    }
  }
}
#endif
