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
    /// Finishes another pair when it is deinitialized, and counts if that is in a snapshot.
    private final class Last: Sendable {
      static let deinitsInSnapshots = Atomic<Int>(0)
      private let other: Transmitter<Int>

      init(_ other: Transmitter<Int>) { self.other = other }

      deinit {
        other.finish()
        if Thread.current.name == "snapshots" { Self.deinitsInSnapshots.add(1, ordering: .relaxed) }
      }
    }

    @Test("holds no lock while a snapshot releases the last reference to a pair")
    func snapshots() {
      Session.shared.begin()
      let hasEnded = Atomic<Bool>(false)
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Thread.current.name = "snapshots"
        while !hasEnded.load(ordering: .relaxed) { _ = Session.shared.snapshot() }
        end.signal()
      }
      // A snapshot seldom holds the last reference. One that does may come in the first milliseconds, or not at all.
      for _ in 0..<20_000 where Last.deinitsInSnapshots.load(ordering: .relaxed) == 0 {
        let (other, _) = Receiver<Int>.make()
        let (transmitter, _) = Receiver<Last>.make(strategy: .warm(upTo: 1))
        transmitter.broadcast(Last(other))
      }
      hasEnded.store(true, ordering: .relaxed)
      end.wait()
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
