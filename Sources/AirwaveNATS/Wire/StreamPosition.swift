#if NATS
import CNATS

/// A stream, and where in it a pair begins to listen.
struct StreamPosition {
  let name: String
  /// The number of the first message to hear.
  let start: UInt64
  /// That of the newest message there is.
  let last: UInt64
  /// Whether it stores no other subject, so that its numbers have no gaps.
  let isExclusive: Bool
  /// How large a message may be.
  let messageLimit: Int
}

/// What is asked of a stream.
struct StreamRequest {
  /// What is counted beside the bytes of a message: its identity.
  static let overhead = 128

  let subject: String
  let stream: NATSStream
  /// How many messages the strategy replays.
  let limit: Int

  var name: String { stream.name ?? streamName(of: subject) }

  /// Finds the stream or creates it.
  func open(_ context: Handle, on client: Client) throws(NATSError) -> StreamPosition {
    var found: UnsafeMutablePointer<jsStreamInfo>?
    var code = jsErrCode(0)
    var status = js_GetStreamInfo(&found, context.pointer, name, nil, &code)
    if status == NATS_NOT_FOUND || code == JSStreamNotFoundErr {
      code = jsErrCode(0)
      status = create(context, &found, &code)
    }
    guard status == NATS_OK, let info = found, let settings = info.pointee.Config else {
      // The server does not answer what it does not allow.
      if status == NATS_TIMEOUT, client.wasRefused { throw NATSError(NATS_NOT_PERMITTED) }
      throw NATSError(status, code)
    }
    defer { jsStreamInfo_Destroy(info) }
    try check(settings.pointee)
    return position(settings.pointee, info.pointee.State, on: client)
  }

  private func create(
    _ context: Handle,
    _ info: inout UnsafeMutablePointer<jsStreamInfo>?,
    _ code: inout jsErrCode
  ) -> natsStatus {
    name.withCString { name in
      subject.withCString { subject in
        withUnsafeMutablePointer(to: &info) { info in
          withUnsafeMutablePointer(to: &code) { code in
            var subjects: UnsafePointer<CChar>? = subject
            return withUnsafeMutablePointer(to: &subjects) { subjects in
              var settings = jsStreamConfig()
              jsStreamConfig_Init(&settings)
              settings.Name = name
              settings.Subjects = subjects
              settings.SubjectsLen = 1
              settings.Storage = stream.storage == .file ? js_FileStorage : js_MemoryStorage
              settings.Replicas = Int64(stream.replicas)
              let (count, isUnlimited) = limit.addingReportingOverflow(stream.backlog)
              settings.MaxMsgs = isUnlimited ? -1 : Int64(max(1, count))
              return js_AddStream(info, context.pointer, &settings, nil, code)
            }
          }
        }
      }
    }
  }

  /// Looks whether a stream stores the subject, and keeps what the strategy replays.
  private func check(_ settings: jsStreamConfig) throws(NATSError) {
    func differs(_ sentence: String) -> NATSError { NATSError(.streamDiffers, "The stream \(name) \(sentence).") }
    guard subjects(of: settings).contains(where: { isStored(subject, by: $0) }) else {
      throw differs("does not store the subject \(subject)")
    }
    guard settings.Retention == js_LimitsPolicy, !settings.NoAck else {
      throw differs("does not keep messages that were heard, or does not acknowledge them")
    }
    for kept in [settings.MaxMsgs, settings.MaxMsgsPerSubject] where kept > 0 && kept < limit {
      throw differs("keeps \(kept) messages, but the strategy replays \(limit == .max ? "all" : "\(limit)")")
    }
    if limit == .max, settings.MaxAge > 0 || settings.MaxBytes > 0 {
      throw differs("drops messages by age or size, but the strategy replays all")
    }
  }

  private func subjects(of settings: jsStreamConfig) -> [String] {
    (0..<Int(settings.SubjectsLen)).compactMap { settings.Subjects[$0].map { String(cString: $0) } }
  }

  private func position(_ settings: jsStreamConfig, _ state: jsStreamState, on client: Client) -> StreamPosition {
    let replayed = UInt64(min(limit, Int(clamping: state.Msgs)))
    let maximum = client.connection.map { natsConnection_GetMaxPayload($0.pointer) } ?? 0
    let sizes = [Int(maximum), Int(settings.MaxMsgSize)].filter { $0 > 0 }
    return StreamPosition(
      name: name,
      start: max(state.FirstSeq, state.LastSeq + 1 - min(replayed, state.LastSeq), 1),
      last: replayed > 0 ? state.LastSeq : 0,
      isExclusive: subjects(of: settings) == [subject],
      messageLimit: (sizes.min() ?? .max) - Self.overhead
    )
  }
}
#endif
