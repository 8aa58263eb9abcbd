#if Inspector
import Airwave
@testable import AirwaveInspector
import FlyingFox
import Foundation
import TestSupport
import Testing

extension InspectorTests {
  @Suite("The open pages")
  struct PagesTests {
    private static func message(_ frame: WSFrame) -> [String: Any] {
      (try? JSONSerialization.jsonObject(with: frame.payload)) as? [String: Any] ?? [:]
    }

    @Test("count the values that a page does not take in time")
    func unsent() async throws {
      try await inspecting { _, _ in
        let (transmitter, receiver) = Receiver<Int>.make(name: "pages.unsent")
        let id = try #require(Inspection.pairs.first { $0.name == "pages.unsent" }).id
        let pages = Pages(session: .shared)
        let (frames, continuation) = AsyncStream.makeStream(of: WSFrame.self, bufferingPolicy: .bufferingOldest(1))
        let page = try #require(await pages.open(continuation))
        await pages.receive(Data("{\"watch\":[\(id)]}".utf8), from: page)
        for values in [[1], [2, 3]] {
          values.forEach(transmitter.broadcast)
          await pages.sendValues()
        }
        transmitter.finish()
        await pages.sendValues()

        var iterator = frames.makeAsyncIterator()
        #expect(await iterator.next().map(Self.message)?["snapshot"] != nil)
        var count = 0
        var hasFinished = false
        while count == 0, let frame = await iterator.next() {
          let message = Self.message(frame)
          let thinned = message["thinned"] as? [[String: Any]] ?? []
          count = thinned.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
          hasFinished = (message["finished"] as? [[String: Any]])?.contains { $0["pair"] as? Int == id } ?? false
        }
        #expect(count == 3)
        #expect(hasFinished)
        await pages.close()
        withExtendedLifetime(receiver) {}
      }
    }

    @Test("are 16 at most, also if more are opened at once")
    func most() async {
      let pages = Pages(session: .shared)
      var opened: [Int?] = []
      for _ in 0..<17 { opened.append(await pages.open(AsyncStream.makeStream(of: WSFrame.self).continuation)) }
      #expect(opened.map { $0 != nil } == Array(repeating: true, count: 16) + [false])
      await pages.close()
    }
  }
}
#endif
