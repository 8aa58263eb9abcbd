#if Inspector
import Airwave
import AirwaveInspector
import Foundation
import TestSupport
import Testing

extension InspectionTests {
  @Suite("The calls of a listener", .inTurn)
  struct CallTimeTests {
    /// The times of the calls of a closure, which it measures itself, with the clock of the library.
    private final class OwnTimes: Sendable {
      private let times = Heard<Duration>()

      static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
      }

      /// Returns when a millisecond has passed, which is most of the time of a call.
      func pass() {
        let start = Self.now
        while Self.now - start < .milliseconds(1) {}
        times.append(Self.now - start)
      }

      /// Whether the times of a record contain these times, and are contained in the time of everything.
      func isMeasured(by record: ListenerRecord, within whole: Duration) -> Bool {
        let (times, total) = (times.values, record.totalTime)
        return total >= times.reduce(.zero, +) && total <= whole
          && record.longestTime >= times.max() ?? .zero && record.longestTime < total
      }
    }

    @Test("are counted and timed at its closure if it was made while the inspector ran, and otherwise at the pair")
    func calls() {
      let (transmitter, receiver) = Receiver<Int>.make(name: "calls")
      let (early, late) = (OwnTimes(), OwnTimes())
      _ = receiver.filter { $0 > 1 }.listen { if $0 < 4 { early.pass() } }
      var whole = Duration.zero
      _ = Observed.during { _ in
        _ = receiver.filter { $0 > 1 }.listen { if $0 < 4 { late.pass() } }
        let start = OwnTimes.now
        (1...3).forEach(transmitter.broadcast)
        whole = OwnTimes.now - start
      }
      transmitter.broadcast(4)
      let records = Inspection.listeners(of: Inspection.pair(named: "calls"))

      #expect(records.map(\.calls) == [3, 2])
      #expect(zip([early, late], records).allSatisfy { $0.isMeasured(by: $1, within: whole) })
    }

    @Test("on an actor are counted and timed there")
    @MainActor
    func onActor() async throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "actor")
      Inspection.start(Observed())
      let (count, times) = (Tally(), OwnTimes())
      receiver.listen { _ in
        MainActor.assertIsolated()
        times.pass()
        count.add()
      }
      let start = OwnTimes.now
      await onThreads(1) { _ in [1, 2].forEach(transmitter.broadcast) }
      await until { count.count == 2 }
      let record = try #require(Inspection.listeners(of: Inspection.pair(named: "actor")).first)
      Inspection.stop()

      #expect(record.calls == 2)
      #expect(times.isMeasured(by: record, within: OwnTimes.now - start))
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
