#if NATS
import NATSClient
import Synchronization

/// The C client alone: numbered asynchronous publishing, and an ordered consumer.
final class Plain: Contestant, @unchecked Sendable {
  // Unchecked: the functions of the C client may be called on any thread, and the pointers do not change.
  static let name = "C client"

  private let connection: OpaquePointer?
  private let context: OpaquePointer?
  private var subscription: OpaquePointer?
  private let subject: String
  private var number = 0

  init(_ url: String, _ subject: String) async throws {
    self.subject = subject
    var options: OpaquePointer?
    natsOptions_Create(&options)
    natsOptions_SetURL(options, url)
    natsOptions_SetSendAsap(options, true)
    var (connection, context): (OpaquePointer?, OpaquePointer?)
    guard natsConnection_Connect(&connection, options) == NATS_OK else { throw NoServer() }
    natsOptions_Destroy(options)
    var settings = jsOptions()
    jsOptions_Init(&settings)
    settings.PublishAsync.MaxPending = 8_192
    settings.PublishAsync.StallWait = 60_000
    settings.PublishAsync.AckHandler = { _, message, _, _, _ in
      Count.acknowledged.add(1, ordering: .relaxed)
      natsMsg_Destroy(message)
    }
    natsConnection_JetStream(&context, connection, &settings)
    (self.connection, self.context) = (connection, context)
    var stream = jsStreamConfig()
    jsStreamConfig_Init(&stream)
    try subject.withCString { name in
      var subjects: UnsafePointer<CChar>? = name
      try withUnsafeMutablePointer(to: &subjects) { subjects in
        (stream.Name, stream.Subjects, stream.SubjectsLen) = (name, subjects, 1)
        guard js_AddStream(nil, context, &stream, nil, nil) == NATS_OK else { throw NoServer() }
      }
    }
    listen()
  }

  private func listen() {
    var options = jsSubOptions()
    jsSubOptions_Init(&options)
    options.Ordered = true
    js_Subscribe(
      &subscription,
      context,
      subject,
      { _, _, message, _ in
        Count.heard.add(1, ordering: .releasing)
        natsMsg_Destroy(message)
      },
      nil,
      nil,
      &options,
      nil
    )
    natsSubscription_SetPendingLimits(subscription, -1, -1)
  }

  func send(_ value: Int) {
    let text = String(value)
    var options = jsPubOptions()
    jsPubOptions_Init(&options)
    "0123456789abcdef-\(value)".withCString { id in
      options.MsgId = id
      js_PublishAsync(context, subject, text, Int32(text.utf8.count), &options)
    }
  }

  func settle(_ count: Int) async {
    Count.wait(for: count, Count.acknowledged)
    Count.wait(for: count, Count.heard)
  }

  func replay() async {
    natsSubscription_Destroy(subscription)
    listen()
  }

  func end() async {
    natsSubscription_Destroy(subscription)
    js_DeleteStream(context, subject, nil, nil)
    jsCtx_Destroy(context)
    natsConnection_Destroy(connection)
  }
}

struct NoServer: Error {}
#endif
