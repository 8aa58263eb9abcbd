#if Inspector
import Airwave
@testable import AirwaveInspector
import Foundation
import Synchronization
import TestSupport
import Testing

extension InspectorTests {
  @Suite("The session")
  struct SessionTests {
    @Test("holds no lock while a snapshot releases the last reference to a pair")
    func snapshots() {
      Session.shared.begin()
      let (other, ended) = Receiver<Int>.make()
      let deinits = Tally()
      ended.listen { _ in
      } onFinish: {
        deinits.add()
      }
      // The value is deinitialized with its pair. It then finishes the other pair, which the session notes under its
      // lock.
      let last = Box<Transmitter<Witness>>(Receiver<Witness>.make(strategy: .warm(upTo: 1), name: "session.last").0)
      last.content?.broadcast(Witness { other.finish() })
      // As if another thread released the pair while its counts are read.
      _ = Session.shared.snapshot { pair in
        if pair.name == "session.last" { last.content = nil }
        return pair.counts
      }
      #expect(deinits.count == 1)
      Session.shared.end()
    }

    @Test("tells a pair whether its values are watched")
    func watching() throws {
      Session.shared.begin()
      let pairs = [Receiver<Int>.make(name: "session.watched"), Receiver<Int>.make(name: "session.other")]
      let records = Inspection.pairs.filter { $0.name?.hasPrefix("session.") == true }
      let first = try #require(records.first)
      Session.shared.watch([first.id])
      #expect(records.map(\.isWatched) == [true, false])
      pairs.forEach { $0.transmitter.broadcast(1) }
      #expect(Session.shared.takeNews().values.map(\.pair) == [first.id])
      Session.shared.watch([])
      #expect(records.map(\.isWatched) == [false, false])
      Session.shared.end()
    }

    @Test("observes for as long as it has a user, on any thread")
    func users() {
      let missing = Atomic<Int>(0)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<1_000 {
          Session.shared.begin()
          if !Inspection.isRunning { missing.add(1, ordering: .relaxed) }
          Session.shared.end()
        }
      }
      let count = missing.load(ordering: .relaxed)
      #expect(count == 0)
      #expect(!Inspection.isRunning)
    }
  }
}
#endif
