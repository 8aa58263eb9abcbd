#if Inspector
import Airwave
@testable import AirwaveInspector
import FlyingSocks
import Foundation
import Synchronization
import TestSupport
import Testing

extension InspectorTests {
  @Suite("An open page")
  struct LiveTests {
    private static func id(_ name: String) throws -> Int {
      try #require(Inspection.pairs.first { $0.name == name }).id
    }

    /// Waits until the inspector has heard which pairs a page watches.
    private static func watch(_ client: Client, _ ids: [Int]) async throws {
      try await client.say("{\"watch\":\(ids)}")
      let pairs = Inspection.pairs.filter { ids.contains($0.id) }
      await until { pairs.allSatisfy(\.isWatched) }
    }

    @Test("hears the values of the pairs that it watches, in order, with their thread")
    func values() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<String>.make(name: "live.values")
        let (other, _) = Receiver<Int>.make(name: "live.other")
        let id = try Self.id("live.values")
        let (client, answer) = try await Client.live(port)
        #expect(answer.status == 101)
        let snapshot = try await client.hear()["snapshot"] as? [String: Any]
        #expect((snapshot?["pairs"] as? [[String: Any]])?.contains { $0["id"] as? Int == id } == true)
        try await Self.watch(client, [id])
        other.broadcast(1)
        for number in 1...100 { transmitter.broadcast("value \(number)") }
        let heard = try await client.values(of: id, until: "value 100")
        #expect(heard == (1...100).map { "value \($0)" })
        withExtendedLifetime(receiver) {}
        try? client.socket.close()
      }
    }

    @Test("hears hostile values as text, cut to 500 characters")
    func hostile() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<String>.make(name: "live.hostile")
        let id = try Self.id("live.hostile")
        let (client, _) = try await Client.live(port)
        try await Self.watch(client, [id])
        let long = String(repeating: "x", count: 1_000_000)
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        let hostile = ["</script>\"\\", "\0\u{1B}\r\n\u{2028}\u{7F}", long, marks, "last"]
        hostile.forEach(transmitter.broadcast)
        let heard = try await client.values(of: id, until: "last")
        #expect(heard.count == 5)
        #expect(heard.prefix(2) == hostile.prefix(2))
        #expect(heard[2] == String(repeating: "x", count: 500) + "…")
        #expect(heard[3].unicodeScalars.count == 501)
        withExtendedLifetime(receiver) {}
        try? client.socket.close()
      }
    }

    @Test("beside another one hears its own pairs, and nothing more when it is closed")
    func twoPages() async throws {
      try await inspecting { port, _ in
        let (left, _) = Receiver<Int>.make(name: "live.left")
        let (right, _) = Receiver<Int>.make(name: "live.right")
        let ids = [try Self.id("live.left"), try Self.id("live.right")]
        let first = try await Client.live(port).client
        let second = try await Client.live(port).client
        try await Self.watch(first, [ids[0]])
        try await Self.watch(second, ids)
        left.broadcast(1)
        right.broadcast(2)
        #expect(try await first.values(of: ids[0], until: "1") == ["1"])
        #expect(try await second.values(of: ids[1], until: "2") == ["2"])
        try first.socket.close()
        try second.socket.close()
        // What no page watches is not described.
        await until { Session.shared.state.withLock { $0.watched.isEmpty } }
      }
    }

    @Test("is told of the end of a pair, and of the calls of a listener")
    func ends() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "live.end")
        receiver.listen { _ in }
        let id = try Self.id("live.end")
        let listener = try #require(Inspection.listeners.first { $0.source == id })
        let client = try await Client.live(port).client
        try await Self.watch(client, [id, listener.id])
        // The first message counts the calls from here on.
        transmitter.broadcast(0)
        _ = try await client.values(of: id, until: "0")
        for number in 1...3 { transmitter.broadcast(number) }
        transmitter.finish()
        var (calls, isFinished) = (0, false)
        while calls < 3 || !isFinished {
          let message = try await client.hear()
          let heard = message["calls"] as? [[String: Any]] ?? []
          calls += heard.filter { $0["listener"] as? Int == listener.id }.reduce(0) { $0 + ($1["calls"] as? Int ?? 0) }
          let finished = message["finished"] as? [[String: Any]] ?? []
          isFinished = isFinished || finished.contains { $0["pair"] as? Int == id }
        }
        #expect(calls <= 4)
        try? client.socket.close()
      }
    }

    @Test("is closed for a message that is too long, and ignores what it does not understand")
    func badMessages() async throws {
      try await inspecting { port, _ in
        let client = try await Client.live(port).client
        for text in ["", "{", "[1]", "{\"watch\":\"all\"}", "{\"watch\":[9999999]}", "{\"path\":\"/etc/passwd\"}"] {
          try await client.say(text)
        }
        while try await client.hear()["snapshot"] == nil {}
        let length = UInt64(LiveHandler.limit + 1).bigEndian
        let head = Data([0x81, 0xFF]) + withUnsafeBytes(of: length) { Data($0) } + Data(count: 4)
        try await client.socket.write(head + Data(count: LiveHandler.limit + 1))
        await #expect(throws: (any Error).self) { while true { _ = try await client.hear() } }
        try? client.socket.close()
      }
    }
  }
}
#endif
