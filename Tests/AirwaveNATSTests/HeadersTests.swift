#if NATS
import Airwave
import AirwaveTesting
import CNATS
import TestSupport
import Testing

@testable import AirwaveNATS

@Suite("The headers of a message that has arrived")
struct HeadersTests {
  @Test("are read where they arrived, as the C client reads them")
  func arrived() async throws {
    try await withNetwork { _, network in
      let place = MessageID.Place(base: MessageID.Base(next: 5, behind: 3))
      let placed = written(MessageID(sender: 7, number: 7), place)
      let cases: [[(String, String)]] = [
        [("Nats-Msg-Id", "0123456789abcdef-7"), ("Airwave-Base", "2-5")],
        [("Nats-Msg-Id", placed)], [("Trace", "a: b"), ("Nats-Msg-Id", placed), ("Airwave-Base", "3-5")],
        [("Airwave-Base", "2-5"), ("Trace", "a: b"), ("Nats-Msg-Id", "0123456789abcdef-7")],
        (0..<8).map { ("Nats-Msg-Id-\($0)", "0123456789abcdef-8") } + [("Nats-Msg-Id", "0123456789abcdef-7")],
        [("Nats-Msg-Id", "  0123456789abcdef-7")], [("nats-msg-id", "0123456789abcdef-7")], [("Trace", "x")], [],
        [("Trace", "x"), ("Nats-Msg-Id", "0123456789abcdef-7")],
        [("Trace", "y"), ("Nats-Msg-Id", "0123456789abcdef-7")],
        [("A", "1"), ("Nats-Msg-Id", "0123456789abcdef-7"), ("Airwave-Base", "2-5"), ("C", "1"), ("D", "1")],
        [("Trace", "x"), ("Trace", "y"), ("Ü", ""), ("Nat", "1"), ("Nats", "2"), ("traceparent", "00-4bf9-00f0-01")],
        [("Long", String(repeating: "a", count: 5_000)), ("Nats-Msg-Id", "0123456789abcdef-7")],
      ]
      var memory = OtherHeaders()
      var kept: [Handle] = []
      defer { destroy(kept) }
      for headers in cases {
        let message = try network.arrived(headers, "data\r\n\r\n")
        let found = MessageID(of: message.pointer)
        let isShort = headers.allSatisfy { $0.1.utf8.count < 4_000 }
        let ours = ["nats-", "airwave-"]
        let others = headers.filter { header in !ours.contains { header.0.lowercased().hasPrefix($0) } }
        let expected = Dictionary(others) { first, _ in first }
        #expect(Headers(of: message.pointer).others == expected)
        #expect([0, 1].map { _ in memory.read(message.pointer) } == [expected, expected])
        // The C client is asked afterwards, for it changes the text.
        #expect(Headers(of: message.pointer).isFound == (isShort && !headers.isEmpty))
        var text: UnsafePointer<CChar>?
        let status = natsMsgHeader_Get(message.pointer, MessageID.header.characters, &text)
        #expect(found?.sender == (status == NATS_OK ? text.flatMap { MessageID($0) }?.sender : nil))
        #expect(found?.number == (headers.contains { $0.0 == "Nats-Msg-Id" } ? 7 : nil))
        let hasPlace = headers.contains { $0.0 == "Airwave-Base" || $0.1 == placed }
        #expect(found?.place?.base.next == (hasPlace ? 5 : nil))
        // What the C client has changed is read by the C client.
        #expect(MessageID(of: message.pointer) == found)
        kept.append(message)
      }
    }
  }

  @Test("that a sender has set are read beside the value, also after it was published again; what is none is refused")
  func beside() async throws {
    try await withNetwork { server, network in
      let orders = try await network.makeTransmitter(Int.self, subject: "orders")
      let first = NATSStart.position(NATSPosition(1))
      let messages = try await network.makeReceiver(Int.self, subject: "orders", from: first).messages
      let heard = messages.record(allowingUnread: true)
      let failures = network.failures.record(allowingUnread: true)
      let trace = ["traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "Big": big]
      orders.broadcast(1, headers: trace)
      orders.broadcast(2)
      #expect(try await heard.next(2, within: timeLimit).map(\.headers) == [trace, [:]])
      server.kill()
      orders.broadcast(3, headers: trace)
      try await server.start()
      try await orders.send(4, headers: ["a": "b"])
      let late = try await heard.next(2, within: timeLimit)
      #expect(late.map(\.headers) == [trace, ["a": "b"]] && late.map(\.value) == [3, 4])
      #expect(orders.pair.statistics.waitingBytes == 0)

      let refused = [
        "Nats-Msg-Id": "1", "airwave-base": "1", "": "a", "a b": "c", "a:": "b", "a": "b\r\nc: d", "b": " c",
      ]
      for (name, value) in refused {
        await #expect { try await orders.send(5, headers: [name: value]) } throws: {
          ($0 as? NATSError)?.code == .invalid
        }
        orders.broadcast(5, headers: [name: value])
        let failure = try await failures.next(within: timeLimit)
        #expect(failure.content.summary == "value 5" && failure.description.contains("A header cannot be sent"))
      }
    }
  }

  /// Longer than what is looked at where it arrived.
  private var big: String { String(repeating: "x", count: 5_000) }

  @Test(
    "tell what has become of a request for messages",
    arguments: [
      ("100", "Idle Heartbeat", ReaderEvent.heartbeat(pull: 3, delivery: nil)),
      ("404", "No Messages", .ended(pull: 3, isTooLarge: false)),
      ("408", "Request Timeout", .ended(pull: 3, isTooLarge: false)),
      ("409", "Message Size Exceeds MaxBytes", .ended(pull: 3, isTooLarge: true)), ("409", "Batch Completed", nil),
      ("409", "Exceeded MaxRequestBatch of 100", .limited(pull: 3, count: 100)),
      ("409", "Consumer Deleted", .lost(pull: 3, words: "Consumer Deleted")),
      ("409", "Leadership Change", .lost(pull: 3, words: "Leadership Change")),
    ] as [(String, String, ReaderEvent?)]
  )
  func status(status: String, description: String, event: ReaderEvent?) {
    // Messages need the library of the C client, which the first connection opens otherwise.
    nats_Open(-1)
    var message: OpaquePointer?
    natsMsg_Create(&message, "_INBOX.1", nil, nil, 0)
    defer { natsMsg_Destroy(message) }
    natsMsgHeader_Set(message, "Status", status)
    natsMsgHeader_Set(message, "Description", description)
    let actual = message.flatMap { ReaderEvent(status: $0, of: 3) }
    #expect(message != nil && actual == event)
  }
}
#endif
