#if Inspector
import Airwave
@testable import AirwaveInspector
import FlyingSocks
import Foundation
import TestSupport
import Testing

extension InspectorTests {
  @Suite("The data")
  struct DataTests {
    private final class Owner: Sendable {}

    /// The pairs of a name, and the listeners of the first of them, as the server tells.
    private static func data(
      _ port: UInt16,
      _ name: String
    ) async throws -> (pair: [String: Any], listeners: [[String: Any]]) {
      let answer = try await Client.request(port)
      #expect(answer.head.contains("application/json"))
      let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
      let pairs = object["pairs"] as? [[String: Any]] ?? []
      let pair = try #require(pairs.first { $0["name"] as? String == name })
      let listeners = object["listeners"] as? [[String: Any]] ?? []
      return (pair, listeners.filter { $0["source"] as? Int == pair["id"] as? Int })
    }

    @Test("tells the name, place, kind, type, strategy and counts of a pair")
    func pair() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2), name: "data.pair")
        let line = #line - 1
        receiver.listen { _ in }
        (1...3).forEach(transmitter.broadcast)
        var (pair, _) = try await Self.data(port, "data.pair")

        #expect(pair["file"] as? String == #fileID)
        #expect(pair["line"] as? Int == line)
        #expect(pair["kind"] as? String == "pair")
        #expect(pair["type"] as? String == "Int")
        #expect(pair["strategy"] as? String == ".warm(upTo: 2)")
        #expect(pair["total"] as? Int == 3)
        #expect(pair["listeners"] as? Int == 1)
        #expect(pair["kept"] as? Int == 2)
        #expect(pair["pending"] as? Int == 0)
        #expect(pair["finished"] as? Bool == false)
        // No page watches the pair.
        #expect(pair["newest"] as? String == "3")
        #expect(pair["unlisted"] as? Int == 0)
        #expect((pair["marks"] as? [String])?.isEmpty == true)
        transmitter.finish()
        (pair, _) = try await Self.data(port, "data.pair")
        #expect(pair["finished"] as? Bool == true)
      }
    }

    @Test("tells the chain, place and calls of a listener, and which one is the slowest")
    func listener() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "data.listener")
        receiver.filter { $0 > 1 }.map { $0 * 2 }.listen { _ in }
        let line = #line - 1
        receiver.listen { _ in
          let end = ContinuousClock.now + .milliseconds(2)
          while ContinuousClock.now < end {}
        }
        (1...3).forEach(transmitter.broadcast)
        let (pair, listeners) = try await Self.data(port, "data.listener")

        #expect(listeners.map { $0["operators"] as? [String] } == [["filter(_:)", "map(_:)"], []])
        try #require(listeners.count == 2)
        #expect(listeners.map { $0["calls"] as? Int } == [2, 3])
        #expect(listeners[0]["line"] as? Int == line)
        #expect(listeners[0]["parent"] is NSNull)
        #expect(listeners[0]["isolation"] is NSNull)
        #expect(listeners[1]["percentile99"] as? Double ?? 0 >= 0.002)
        #expect(listeners[1]["waiting"] as? Int == 0)
        #expect(listeners[1]["age"] as? Double ?? 0 >= 0.006)
        let slowest = pair["slowest"] as? [String: Any]
        #expect(slowest?["listener"] as? Int == listeners[1]["id"] as? Int)
        #expect(slowest?["seconds"] as? Double ?? 0 >= 0.002)
      }
    }

    @Test("tells no calls and no mark of a listener that was made before, unless the pair calls its closure")
    func unmeasured() async throws {
      let (transmitter, receiver) = Receiver<Int>.make(name: "data.before")
      receiver.filter { $0 > 1 }.listen { _ in }
      receiver.filter { $0 > 9 }.listen { _ in }
      receiver.listen { _ in }
      try await inspecting { port, _ in
        (1...3).forEach(transmitter.broadcast)
        let (_, listeners) = try await Self.data(port, "data.before")
        #expect(listeners.map { $0["calls"] as? Int } == [nil, nil, 3])
        #expect(listeners.map { $0["seconds"] is NSNull } == [true, true, false])
        #expect(listeners.map { $0["marks"] as? [String] } == [[], [], []])
      }
    }

    @Test("lists a listener of each pair, and counts those that are not listed")
    func manyListeners() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "data.many")
        while receiver.listenerCount < 6_000 { receiver.listen { _ in } }
        let (others, other) = Receiver<Int>.make(name: "data.last")
        other.listen { _ in }
        let (pair, listeners) = try await Self.data(port, "data.many")
        #expect(listeners.count + (pair["unlisted"] as? Int ?? 0) == 6_000)
        #expect(listeners.count <= 2_000)
        #expect(try await Self.data(port, "data.last").listeners.count == 1)
        withExtendedLifetime((transmitter, others)) {}
      }
    }

    @Test("names what the user wrote: the operators of time, and the place of a source")
    func names() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "data.names")
        receiver.debounce(for: .seconds(1)).listen { _ in }
        receiver.throttle(for: .seconds(1)).listen { _ in }
        receiver.delay(for: .seconds(1)).listen { _ in }
        let source = Receiver<Int>.create { transmitter in Disposable { withExtendedLifetime(transmitter) {} } }
        let line = #line - 1
        let listening = source.listen { _ in }
        let answer = try await Client.request(port)
        let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
        let names = (object["listeners"] as? [[String: Any]] ?? []).flatMap { $0["operators"] as? [String] ?? [] }
        for name in ["debounce(for:clock:)", "delay(for:clock:)"] { #expect(names.contains(name)) }
        #expect(names.contains { $0.hasPrefix("throttle(for:") })
        #expect(!names.contains { $0.hasPrefix("pacing") })
        let pairs = object["pairs"] as? [[String: Any]] ?? []
        #expect(pairs.contains { $0["file"] as? String == #fileID && $0["line"] as? Int == line })
        listening.dispose()
        withExtendedLifetime(transmitter) {}
      }
    }

    @Test("tells what waits for an actor")
    @MainActor
    func waiting() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "data.waiting")
        let count = Tally()
        receiver.listen { _ in
          MainActor.assertIsolated()
          count.add()
        }
        // The main actor is here, and takes no turn meanwhile.
        let record = try #require(
          Inspection.listeners.first { $0.source == Inspection.pairs.first { $0.name == "data.waiting" }?.id }
        )
        let thread = Thread { (1...5).forEach(transmitter.broadcast) }
        thread.start()
        spin { record.waitingCount >= 5 }
        await until { count.count == 5 }
        #expect(record.waitingCount == 0)
      }
    }

    @Test("tells what feeds joins and shares")
    func joins() async throws {
      try await inspecting { port, _ in
        let (lefts, left) = Receiver<Int>.make(name: "data.left")
        let (rights, right) = Receiver<Int>.make(name: "data.right")
        left.merge(with: right).listen { _ in }
        let shared = left.map { $0 + 1 }.share()
        let listening = shared.listen { _ in }
        let answer = try await Client.request(port)
        let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
        let pairs = object["pairs"] as? [[String: Any]] ?? []
        let all = object["listeners"] as? [[String: Any]] ?? []
        let ofLeft = try await Self.data(port, "data.left").listeners
        let ofRight = try await Self.data(port, "data.right").listeners

        let parents = ofLeft.map { $0["parent"] as? Int }
        try #require(parents.count == 2)
        #expect(parents[0] != nil && parents[0] == ofRight.first?["parent"] as? Int)
        let join = try #require(all.first { $0["id"] as? Int == parents[0] })
        #expect(join["source"] is NSNull)
        #expect((join["operators"] as? [String])?.first?.hasPrefix("merge") == true)
        let share = try #require(pairs.first { $0["id"] as? Int == parents[1] })
        #expect(share["kind"] as? String == "share")
        #expect(share["listeners"] as? Int == 1)
        listening.dispose()
        withExtendedLifetime((lefts, rights)) {}
      }
    }

    @Test("marks a listener that was never called since, and no other")
    func neverCalled() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "data.never")
        let (others, other) = Receiver<Int>.make()
        receiver.filter { $0 > 9 }.listen { _ in }
        receiver.listen { _ in }
        receiver.combineLatest(other).listen { _ in }
        transmitter.broadcast(1)
        receiver.filter { $0 > 9 }.listen { _ in }
        let answer = try await Client.request(port)
        let object = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
        let pairs = object["pairs"] as? [[String: Any]] ?? []
        let id = pairs.first { $0["name"] as? String == "data.never" }?["id"] as? Int
        let all = object["listeners"] as? [[String: Any]] ?? []
        let inputs = all.filter { $0["source"] as? Int == id }
        try #require(inputs.count == 4)
        #expect(inputs.map { $0["marks"] as? [String] } == [["neverCalled"], [], [], []])
        // The end of a chain that waits for the other source.
        let join = all.first { $0["id"] as? Int == inputs[2]["parent"] as? Int }
        #expect(join?["marks"] as? [String] == ["neverCalled"])
        withExtendedLifetime(others) {}
      }
    }

    @Test("marks a listener whose owner is gone")
    func ownerGone() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "data.owner")
        var owner: Owner? = Owner()
        if let owner { receiver.listen(with: owner) { _, _ in } }
        var listeners = try await Self.data(port, "data.owner").listeners
        #expect(listeners.first?["owner"] as? String == "Owner")
        #expect(listeners.first?["ownerGone"] as? Bool == false)
        // No block ends the listener before the data is read.
        let snapshot = OwnedListeners.shared.withoutSweeps {
          owner = nil
          return Session.shared.snapshot().json
        }
        let object = try JSONSerialization.jsonObject(with: Data(snapshot.utf8)) as? [String: Any] ?? [:]
        let id = listeners.first?["id"] as? Int
        listeners = (object["listeners"] as? [[String: Any]] ?? []).filter { $0["id"] as? Int == id }
        #expect(listeners.map { $0["marks"] as? [String] } == [["ownerGone"]])
        #expect(listeners.first?["ownerGone"] as? Bool == true)
        withExtendedLifetime(transmitter) {}
      }
    }

    @Test("marks a pair with more than a thousand listeners")
    func crowded() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "data.crowd")
        for count in [1_000, 1_001] {
          while receiver.listenerCount < count { receiver.listen { _ in } }
          // Not all of them are listed, if other tests have many.
          let (pair, _) = try await Self.data(port, "data.crowd")
          #expect(pair["marks"] as? [String] == (count > 1_000 ? ["crowded"] : []))
          #expect(pair["listeners"] as? Int == count)
        }
        withExtendedLifetime(transmitter) {}
      }
    }

    @Test("has at most 5,000 pairs, and counts the others")
    func manyPairs() throws {
      let pairs = (0...5_000).map { _ in Receiver<Int>.make() }
      let json = Data(Session.shared.snapshot().json.utf8)
      let object = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
      #expect((object["pairs"] as? [[String: Any]])?.count == 5_000)
      #expect(object["morePairs"] as? Int ?? 0 > 0)
      withExtendedLifetime(pairs) {}
    }

    @Test("keeps no pair, listener, owner or value")
    func keepsNothing() async throws {
      try await inspecting { port, _ in
        let (client, _) = try await Client.live(port)
        weak var value: Owner?
        weak var receiver: Receiver<Owner>?
        do {
          let pair = Receiver<Owner>.make(name: "data.weak")
          receiver = pair.receiver
          let id = try await Self.data(port, "data.weak").pair["id"] as? Int ?? 0
          try await client.say("{\"watch\":[\(id)]}")
          // The answer to a later message shows that the first one has arrived.
          try await client.say("{\"record\":true}")
          while (try await client.hear()["snapshot"] as? [String: Any])?["recording"] as? Bool != true {}
          let owner = Owner()
          value = owner
          pair.transmitter.broadcast(owner)
          let texts = try await client.values(of: id, until: String(describing: owner))
          #expect(texts.count == 1)
        }
        #expect(value == nil)
        #expect(receiver == nil)
        Inspector.stopRecording()
        try? client.socket.close()
      }
    }
  }
}
#endif
