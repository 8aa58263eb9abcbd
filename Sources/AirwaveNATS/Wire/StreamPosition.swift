#if NATS
import CNATS

/// A stream, and where in it a pair begins to listen.
struct StreamPosition {
  let name: String
  /// The number of the first message to hear.
  let start: UInt64
  /// That of the newest message to hear before the pair is handed out, or 0.
  let last: UInt64
  /// Whether it stores no other subject, so that a gap in its numbers tells of messages that it has dropped.
  let isExclusive: Bool
  /// Whether messages in it were deleted, so that it has such gaps up to `last`.
  let hasGaps: Bool
  /// How large a message may be.
  let messageLimit: Int
  /// When it was created, in nanoseconds since 1970. One that is made again was created later.
  let created: Int64
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
      if code == JSStreamNameExistErr {
        // Another process was faster, with other limits.
        code = jsErrCode(0)
        status = js_GetStreamInfo(&found, context.pointer, name, nil, &code)
      }
    }
    guard status == NATS_OK, let info = found, let settings = info.pointee.Config else {
      // The server does not answer what it does not allow.
      if status == NATS_TIMEOUT, client.wasRefused { throw NATSError(NATS_NOT_PERMITTED) }
      throw NATSError(status, code)
    }
    defer { jsStreamInfo_Destroy(info) }
    try check(settings.pointee)
    let state = info.pointee.State
    let isExclusive = subjects(of: settings.pointee) == [subject]
    let hasGaps = state.NumDeleted > 0
    var last: UInt64 = 0
    if limit > 0, state.Msgs > 0 {
      last = isExclusive ? state.LastSeq : try context.last(of: subject, in: name)
      // Servers of version 2.9 find none if the newest message was deleted.
      if last == 0, hasGaps { last = state.LastSeq }
    }
    let maximum = client.connection.map { natsConnection_GetMaxPayload($0.pointer) } ?? 0
    let sizes = [Int(maximum), Int(settings.pointee.MaxMsgSize)].filter { $0 > 0 }
    return StreamPosition(
      name: name,
      start: start(state, last, isDense: isExclusive && !hasGaps),
      last: last,
      isExclusive: isExclusive,
      hasGaps: hasGaps,
      messageLimit: (sizes.min() ?? .max) - Self.overhead,
      created: info.pointee.Created
    )
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
              settings.MaxMsgs = limit == .max || isUnlimited ? -1 : Int64(max(1, count))
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

  /// Where to begin to hear, so that the strategy's last messages are among what is heard. If the numbers do not tell which
  /// these are, the pair hears the subject from its first message, and keeps the last ones.
  private func start(_ state: jsStreamState, _ last: UInt64, isDense: Bool) -> UInt64 {
    if last == 0 { return state.LastSeq + 1 }
    if isDense, UInt64(limit) < last { return max(state.FirstSeq, last + 1 - UInt64(limit)) }
    return max(state.FirstSeq, 1)
  }
}

extension Handle {
  /// Asks a context for the number of the newest message of a subject. It is 0 if there is none.
  func last(of subject: String, in stream: String) throws(NATSError) -> UInt64 {
    var message: OpaquePointer?
    defer { natsMsg_Destroy(message) }
    var code = jsErrCode(0)
    let status = js_GetLastMsg(&message, pointer, stream, subject, nil, &code)
    if status == NATS_OK { return natsMsg_GetSequence(message) }
    if status == NATS_NOT_FOUND || code == JSNoMessageFoundErr { return 0 }
    throw NATSError(status, code)
  }

  /// Asks a context what became of a stream that had messages up to the one of that number. The numbers of a stream with
  /// copies are not compared: a new leader may be behind the former one for a while.
  func fate(of stream: StreamPosition, upTo number: UInt64) -> StreamFate {
    var info: UnsafeMutablePointer<jsStreamInfo>?
    defer { jsStreamInfo_Destroy(info) }
    var code = jsErrCode(0)
    let status = js_GetStreamInfo(&info, pointer, stream.name, nil, &code)
    if status == NATS_NOT_FOUND || code == JSStreamNotFoundErr { return .missing }
    guard status == NATS_OK, let info = info?.pointee else { return .unknown }
    if info.Created != stream.created { return .replaced }
    return info.Config.pointee.Replicas < 2 && info.State.LastSeq < number ? .missing : .intact
  }
}

/// What a server says of a stream that a pair hears.
enum StreamFate {
  /// There is no answer.
  case unknown
  case intact
  /// The stream, or messages of it, are not there. A server that has just started may not know them yet.
  case missing
  /// Another stream has its name.
  case replaced
}
#endif
