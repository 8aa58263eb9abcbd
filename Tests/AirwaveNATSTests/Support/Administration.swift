#if NATS
import CNATS
import Testing

@testable import AirwaveNATS

/// What an operator, or another program, does with a stream.
extension NATSConnection {
  func addStream(_ name: String, storing subject: String, limit: Int64 = -1) throws {
    try withContext { context in
      name.withCString { name in
        subject.withCString { subject in
          var subjects: UnsafePointer<CChar>? = subject
          return withUnsafeMutablePointer(to: &subjects) { subjects in
            var settings = jsStreamConfig()
            jsStreamConfig_Init(&settings)
            (settings.Name, settings.Subjects, settings.SubjectsLen) = (name, subjects, 1)
            settings.MaxMsgs = limit
            return js_AddStream(nil, context, &settings, nil, nil)
          }
        }
      }
    }
  }

  /// Has another server of the cluster lead a stream.
  func stepDown(_ stream: String) {
    client.send("$JS.API.STREAM.LEADER.STEPDOWN.\(stream)", [], reply: client.inbox.subject(.request(0)))
  }

  func deleteStream(_ name: String) throws {
    try withContext { js_DeleteStream($0, name, nil, nil) }
  }

  func deleteConsumer(_ name: String, of stream: String) throws {
    try withContext { js_DeleteConsumer($0, stream, name, nil, nil) }
  }

  /// How many requests for messages a consumer has.
  func requestCount(of consumer: String, of stream: String) throws -> Int {
    var info: UnsafeMutablePointer<jsConsumerInfo>?
    defer { jsConsumerInfo_Destroy(info) }
    try withContext { js_GetConsumerInfo(&info, $0, stream, consumer, nil, nil) }
    return Int(try #require(info).pointee.NumWaiting)
  }

  func deleteMessage(_ number: UInt64, of stream: String) throws {
    try withContext { js_DeleteMsg($0, stream, number, nil, nil) }
  }

  /// When a message was stored, in nanoseconds since 1970.
  func time(ofMessage sequence: UInt64, in stream: String) async throws -> UInt64 {
    let (question, request) = ("$JS.API.STREAM.MSG.GET.\(stream)", MessageRequest(seq: sequence))
    let answer = await client.request(question, request, as: StoredMessage.self, timeout: 60 * .second)
    return try #require(try answer.get().message.nanoseconds)
  }

  /// How many messages a stream has.
  func messageCount(of stream: String) throws -> UInt64 {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    defer { jsStreamInfo_Destroy(info) }
    try withContext { js_GetStreamInfo(&info, $0, stream, nil, nil) }
    return try #require(info).pointee.State.Msgs
  }

  /// Stores a message with an identity of the caller's choice.
  func publish(_ text: String, to subject: String, as identity: String) throws {
    try withContext { context in
      identity.withCString { identity in
        var options = jsPubOptions()
        jsPubOptions_Init(&options)
        options.MsgId = identity
        return js_Publish(nil, context, subject, text, Int32(text.utf8.count), &options, nil)
      }
    }
  }

  /// Publishes a message with headers.
  func publish(_ data: String, to subject: String, reply: String? = nil, headers: [(String, String)]) throws {
    var sent: OpaquePointer?
    try natsMsg_Create(&sent, subject, reply, data, Int32(data.utf8.count)).check()
    defer { natsMsg_Destroy(sent) }
    for (name, value) in headers { try natsMsgHeader_Add(sent, name, value).check() }
    try natsConnection_PublishMsg(client.connection?.pointer, sent).check()
  }

  /// Publishes a message with headers, and hears it.
  func arrived(_ headers: [(String, String)], _ data: String) throws -> Handle {
    var (subscription, heard): (OpaquePointer?, OpaquePointer?)
    try natsConnection_SubscribeSync(&subscription, client.connection?.pointer, "echo").check()
    defer { natsSubscription_Destroy(subscription) }
    try publish(data, to: "echo", reply: "reply", headers: headers)
    try natsSubscription_NextMsg(&heard, subscription, 10_000).check()
    return Handle(pointer: try #require(heard))
  }

  /// A session that waits for messages up to one that no stream has.
  func waitingSession(
    hasCopies: Bool = false,
    last: UInt64 = 1,
    denseFrom: UInt64? = 0,
    isHeard: (@Sendable () -> Bool)? = nil
  ) throws -> PairSession {
    var position = StreamPosition(
      name: "none",
      start: 1,
      last: last,
      denseFrom: denseFrom,
      messageLimit: .max,
      created: ""
    )
    position.hasCopies = hasCopies
    var ends = SessionEnds {}
    ends.deliver = { _, _ in }
    ends.isHeard = isHeard
    return try #require(client.add { PairSession($0, client, "none", position, ends) })
  }

  private func withContext(_ body: (OpaquePointer?) -> natsStatus) throws {
    var context: OpaquePointer?
    var options = jsOptions()
    jsOptions_Init(&options)
    options.Wait = 60_000
    try natsConnection_JetStream(&context, client.connection?.pointer, &options).check()
    defer { jsCtx_Destroy(context) }
    try body(context).check()
  }
}
#endif
