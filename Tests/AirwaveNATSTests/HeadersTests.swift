#if NATS
import CNATS
import Testing

@testable import AirwaveNATS

@Suite("The headers of a message that has arrived")
struct HeadersTests {
  @Test("are read where they arrived, as the C client reads them")
  func arrived() async throws {
    try await withNetwork { _, network in
      let cases: [[(String, String)]] = [
        [("Nats-Msg-Id", "0123456789abcdef-7"), ("Airwave-Base", "2-5")],
        [("Airwave-Base", "2-5"), ("Trace", "a: b"), ("Nats-Msg-Id", "0123456789abcdef-7")],
        (0..<8).map { ("Nats-Msg-Id-\($0)", "0123456789abcdef-8") } + [("Nats-Msg-Id", "0123456789abcdef-7")],
        [("Nats-Msg-Id", "  0123456789abcdef-7")], [("nats-msg-id", "0123456789abcdef-7")], [("Trace", "x")], [],
        [("Long", String(repeating: "a", count: 5_000)), ("Nats-Msg-Id", "0123456789abcdef-7")],
      ]
      for headers in cases {
        let message = try network.arrived(headers, "data\r\n\r\n")
        let found = MessageID(of: message.pointer)
        let isShort = headers.allSatisfy { $0.1.utf8.count < 4_000 }
        // The C client is asked afterwards, for it changes the text.
        #expect(Headers(of: message.pointer).isFound == (isShort && !headers.isEmpty))
        var text: UnsafePointer<CChar>?
        let status = natsMsgHeader_Get(message.pointer, MessageID.header.characters, &text)
        #expect(found?.sender == (status == NATS_OK ? text.flatMap { MessageID($0) }?.sender : nil))
        #expect(found?.number == (headers.contains { $0.0 == "Nats-Msg-Id" } ? 7 : nil))
        #expect(found?.place?.base.next == (headers.contains { $0.0 == "Airwave-Base" } ? 5 : nil))
        // What the C client has changed is read by the C client.
        #expect(MessageID(of: message.pointer) == found)
        destroy([message])
      }
    }
  }

  @Test(
    "tell what has become of a request for messages",
    arguments: [
      ("100", "Idle Heartbeat", ReaderEvent.heartbeat(delivery: nil)),
      ("404", "No Messages", .ended(pull: 3, isTooLarge: false)),
      ("408", "Request Timeout", .ended(pull: 3, isTooLarge: false)),
      ("409", "Message Size Exceeds MaxBytes", .ended(pull: 3, isTooLarge: true)), ("409", "Batch Completed", nil),
      ("409", "Exceeded MaxRequestBatch of 100", .limited(pull: 3, count: 100)), ("409", "Consumer Deleted", .lost),
      ("409", "Leadership Change", .lost),
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
