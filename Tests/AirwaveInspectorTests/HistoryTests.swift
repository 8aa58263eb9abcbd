#if Inspector
@testable import Airwave
@testable import AirwaveInspector
import FlyingSocks
import Foundation
import Testing

extension InspectorTests {
  @Suite("The history of a pair")
  struct HistoryTests {
    private static func entries(_ name: String) -> [ValueHistory.Entry] {
      Inspection.pairs.first { $0.name == name }?.existingHistory?.entries ?? []
    }

    @Test("has its newest values, cut, though no page watches it")
    func newest() async throws {
      try await inspecting { port, _ in
        let (transmitter, receiver) = Receiver<String>.make(name: "history.newest")
        for number in 1...40 { transmitter.broadcast("\(number)") }
        transmitter.broadcast(String(repeating: "x", count: 1_000))
        let entries = Self.entries("history.newest")
        #expect(entries.map(\.number) == Array(1...41))
        #expect(entries.last?.text.unicodeScalars.count == 201)

        let id = try #require(Inspection.pairs.first { $0.name == "history.newest" }?.id)
        let client = try await Client.live(port).client
        try await client.say("{\"history\":\(id)}")
        var history: [String: Any]?
        while history == nil { history = try await client.hear()["history"] as? [String: Any] }
        let texts = (history?["values"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
        #expect(texts?.prefix(3) == ["1", "2", "3"])
        try? client.socket.close()
        withExtendedLifetime(receiver) {}
      }
      #expect(Self.entries("history.newest").isEmpty)
    }

    @Test("has a bound: a burst of fifty values, and twenty a second")
    func bound() {
      let history = ValueHistory()
      let admitted = (0..<10_000).filter { history.admits(at: 1_000_000_000 + $0 * 100_000) }
      #expect((65...71).contains(admitted.count))
      for number in 0..<1_000 {
        history.add(ValueHistory.Entry(nanoseconds: 0, number: number, text: "x", thread: "main"))
      }
      #expect(history.entries.map(\.number) == Array(950..<1_000))
      // A bound of all histories.
      let large = String(repeating: "x", count: 1_000_000)
      for number in 0..<50 {
        history.add(ValueHistory.Entry(nanoseconds: 0, number: number, text: large, thread: "main"))
      }
      #expect(history.entries.count < 10)
      history.clear()
    }
  }
}
#endif
