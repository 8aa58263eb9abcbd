#if Inspector
import Airwave
import AirwaveInspector
import Dispatch
import TestSupport
import Testing

extension InspectionTests {
  @Suite("The record of a listener")
  struct ListenerRecordTests {
    private final class Owner: Sendable {}
    private final class Log {}

    @Test("has the place, and the operators from the source to the listener")
    func operators() throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "operators")
      defer { transmitter.finish() }
      let listening = receiver.map { $0 + 1 }.filter { $0 > 1 }.collect(count: 2).listen { _ in }
      let line = UInt(#line - 1)
      let pair = try #require(Inspection.pair(named: "operators"))
      let record = try #require(Inspection.listeners(of: pair).first)

      #expect(record.fileID.map { "\($0)" } == #fileID)
      #expect(record.line == line)
      #expect(record.operators.map { "\($0)" } == ["map(_:)", "filter(_:)", "collect(count:)"])
      #expect(record.parent == nil)
      #expect(record.isolation == nil)
      #expect(record.owner == nil)
      #expect(record.isLive)
      listening.dispose()
      #expect(!record.isLive)
      #expect(Inspection.listeners(of: pair).isEmpty)
    }

    @Test("has the type of the owner, and tells whether it is gone")
    func owner() throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "owner")
      defer { transmitter.finish() }
      var owner: Owner? = Owner()
      if let owner { receiver.listen(with: owner) { _, _ in } }
      let record = try #require(Inspection.listeners(of: Inspection.pair(named: "owner")).first)

      #expect(record.owner == "Owner")
      #expect(!record.isOwnerGone)
      owner = nil
      #expect(record.isOwnerGone)
    }

    @Test("has the actor of the closure, and of an owner that belongs to it")
    @MainActor
    func isolation() throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "isolation")
      defer { transmitter.finish() }
      let log = Log()
      receiver.listen(with: log) { _, _ in }
      receiver.listen { _ in MainActor.assertIsolated() }
      let records = Inspection.listeners(of: Inspection.pair(named: "isolation"))

      #expect(records.map(\.isolation) == ["MainActor", "MainActor"])
      #expect(records.map(\.owner) == ["Log", nil])
      #expect(records.map(\.isOwnerGone) == [false, false])
      withExtendedLifetime(log) {}
    }

    @Test("tells whether an owner that belongs to an actor is gone, after the actor has looked")
    @MainActor
    func confinedOwner() async throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "confined")
      defer { transmitter.finish() }
      let living = Log()
      var forgotten: Log? = Log()
      if let forgotten { receiver.listen(with: forgotten) { _, _ in } }
      receiver.listen(with: living) { _, _ in }
      let records = Inspection.listeners(of: Inspection.pair(named: "confined"))
      forgotten = nil

      // The library ends the listener on the main actor, which this test does not leave before the look is scheduled.
      #expect(records.map(\.isOwnerGone) == [false, false])
      for look in Inspection.lookAtOwners() { await look.value }

      #expect(records.map(\.isOwnerGone) == [true, false])
      withExtendedLifetime(living) {}
    }

    @Test("of each source of a join has the listener of the join as its parent")
    func join() throws {
      let (leftTransmitter, left) = Receiver<Int>.make(name: "left")
      defer { leftTransmitter.finish() }
      let (rightTransmitter, right) = Receiver<Int>.make(name: "right")
      defer { rightTransmitter.finish() }
      let listening = left.map { -$0 }.merge(with: right).filter { $0 > 0 }.listen { _ in }
      let (first, second) = (
        try #require(Inspection.listeners(of: Inspection.pair(named: "left")).first),
        try #require(Inspection.listeners(of: Inspection.pair(named: "right")).first)
      )
      let joined = try #require(Inspection.listeners.first { $0.id == first.parent })

      #expect(second.parent == joined.id)
      #expect(first.operators.map { "\($0)" } == ["map(_:)"])
      #expect(second.operators.isEmpty)
      #expect(joined.operators.map { "\($0)" } == ["merge(_:)", "filter(_:)"])
      #expect(joined.source == nil)
      #expect(joined.fileID != nil)
      listening.dispose()
      #expect([first, second, joined].map(\.isLive) == [false, false, false])
      #expect(Inspection.listeners.allSatisfy { ![first.id, second.id, joined.id].contains($0.id) })
    }

    @Test("that awaits has its place and its actor, no operator, and counts a call when it begins")
    @MainActor
    func awaiting() async throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "awaiting")
      defer { transmitter.finish() }
      Inspection.start(Observed())
      defer { Inspection.stop() }
      let (latch, latchReceiver) = Receiver<Void>.make(strategy: .warm(upTo: 1))
      let begun = Tally()
      let listening = receiver.listen { _ in
        begun.add()
        _ = await latchReceiver.first()
      }
      let line = UInt(#line - 4)
      transmitter.broadcast(1)
      await until { begun.count == 1 }
      let source = try #require(Inspection.listeners(of: Inspection.pair(named: "awaiting")).first)
      let record = try #require(Inspection.listeners.first { $0.id == source.parent })

      #expect(record.fileID.map { "\($0)" } == #fileID)
      #expect([record.line, UInt(record.calls)] == [line, 1])
      #expect(record.isolation == "MainActor")
      #expect(record.operators.isEmpty && source.operators.isEmpty)
      latch.broadcast()
      listening.dispose()
      #expect(![source, record].contains { $0.isLive })
    }

    @Test("of the source of a shared receiver has that receiver as its parent")
    func share() throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "source")
      defer { transmitter.finish() }
      let shared = receiver.map { [$0] }.share()
      shared.skip(count: 1).listen { _ in }
      let source = try #require(Inspection.listeners(of: Inspection.pair(named: "source")).first)
      let share = try #require(Inspection.pairs.first { $0.id == source.parent })
      let listener = try #require(Inspection.listeners(of: share).first)

      #expect(share.kind == .share)
      #expect(source.operators.map { "\($0)" } == ["map(_:)"])
      #expect(listener.operators.map { "\($0)" } == ["skip(count:)"])
      #expect(listener.parent == nil)
    }

    @Test("behind a queue, a look or a source of its own is linked to the listener of the pair")
    func links() throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "links")
      defer { transmitter.finish() }
      let queue = DispatchQueue(label: "links")
      let created = Receiver<Int>.create { transmitter in
        Disposable { withExtendedLifetime(transmitter) {} }
      }
      let listenings = [
        receiver.receive(on: queue).listen { _ in },
        receiver.handleEvents(onValue: { _ in }).map { $0 }.listen { _ in },
        created.listen { _ in },
      ]
      let sources = Inspection.listeners(of: Inspection.pair(named: "links"))
      let operators = sources.compactMap { source in
        Inspection.listeners.first { $0.id == source.parent }?.operators.map { "\($0)" }
      }

      #expect(
        operators == [["receive(on:)"], ["handleEvents(onListen:onValue:onDispose:onFinish:)", "map(_:)"]]
      )
      listenings.forEach { $0.dispose() }
    }

    @Test("keeps neither the closure nor the owner, and is not made for a look at the replay")
    func lifetime() throws {
      let (transmitter, receiver) = Receiver<Witness>.make(strategy: .warm(upTo: 1), name: "lifetime")
      weak var captured: Witness?
      weak var value: Witness?
      do {
        let (witness, sent) = (Witness(), Witness())
        (captured, value) = (witness, sent)
        let listening = receiver.listen { _ in withExtendedLifetime(witness) {} }
        transmitter.broadcast(sent)
        let pair = Inspection.pair(named: "lifetime")
        #expect(receiver.map { _ in 1 }.replayed == [1])
        #expect(Inspection.listeners(of: pair).count == 1)
        listening.dispose()
        transmitter.clearReplay()
      }
      #expect(captured == nil)
      #expect(value == nil)
    }
  }
}
#endif
