#if NATS
import CNATS
import Foundation

/// A stream, and where in it a pair begins to read.
struct StreamPosition {
  let name: String
  /// The sequence of the first message to read.
  let start: UInt64
  /// The sequence of the newest message to hear before the pair is handed out, or 0.
  let last: UInt64
  /// What the stream has.
  var extent = StreamExtent(first: 1, last: 0, count: 0)
  /// How many messages are to be heard before the pair is handed out, if there are as many.
  var replayLimit = 0
  /// How many messages the stream keeps.
  var limit = Int.max
  /// From where on it is reported what the stream has dropped, if only the numbers of a sender show it.
  var reportedFrom: UInt64 = 0
  /// How many messages the stream has dropped where the pair should begin.
  var missed: UInt64 = 0
  /// The sequence from which on a gap means that the stream has dropped messages. Nil if it stores other subjects, too.
  let denseFrom: UInt64?
  /// The message before `start`, by which the stream is recognized before any is heard. Nil if nothing is known of it,
  /// or needs to be.
  var mark: StreamMark?
  /// How large a message may be.
  let messageLimit: Int
  /// Whether several servers keep it.
  var hasCopies = false
  /// When it was created, as the server writes it. A stream that is made again was created later. Does not count if
  /// several servers keep the stream (see `status`).
  let created: String

  /// The first sequence that the stream has, or will have.
  var first: UInt64 { max(1, extent.first) }
}

/// What is asked of a stream.
struct StreamRequest {
  /// What is counted beside the bytes of a message: its headers.
  private static let overhead = 192

  let subject: String
  let stream: NATSStream
  /// How many messages the strategy replays.
  let limit: Int
  /// Where to begin, if the strategy does not say.
  var start: NATSStart?
  /// Whether the stream is read at all.
  var isRead = true

  var name: String { stream.name ?? streamName(of: subject) }

  /// Finds the stream or creates it.
  func open(on client: Client, until deadline: Nanoseconds) async throws(NATSError) -> StreamPosition {
    let info = try await newestInfo(on: client, until: deadline)
    try check(info.config)
    guard info.state.lastSeq < .max else { throw NATSError(.unavailable, "The stream \(name) has no sequence left.") }
    let isExclusive = info.config.subjects == [subject]
    let hasGaps = info.state.numDeleted ?? 0 > 0
    var last: UInt64 = 0
    if limit > 0, isRead, start == nil, info.state.messages > 0 {
      last = isExclusive ? info.state.lastSeq : try await newest(on: client, until: deadline)
      // Servers of version 2.9 find none if the newest message was deleted.
      if last == 0, hasGaps, try await !isEmpty(on: client, until: deadline) { last = info.state.lastSeq }
    }
    let maximum = client.connection.map { natsConnection_GetMaxPayload($0.pointer) } ?? 0
    let sizes = [Int(maximum), Int(info.config.maxMsgSize ?? 0)].filter { $0 > 0 }
    let first: UInt64
    switch start?.kind {
    case nil: first = begin(info.state, last, isDense: isExclusive && !hasGaps)
    case .position(let position): first = max(1, try checked(position.sequence, info.state, 1))
    case .behind(let position): first = try checked(position.sequence, info.state, 0) + 1
    case .time(let time): first = try await sequence(of: time, on: client, until: deadline)
    }
    let available = max(first, info.state.firstSeq)
    return StreamPosition(
      name: name,
      start: available,
      last: last,
      extent: info.state.extent,
      replayLimit: last == 0 ? 0 : limit,
      limit: info.config.maxMsgs > 0 ? Int(info.config.maxMsgs) : .max,
      reportedFrom: start == nil ? info.state.lastSeq + 1 : 0,
      missed: start == nil ? 0 : available - first,
      denseFrom: isExclusive ? (hasGaps ? info.state.lastSeq + 1 : 0) : nil,
      mark: isRead ? try await mark(at: first - 1, info.state, on: client, until: deadline) : nil,
      messageLimit: (sizes.min() ?? .max) - Self.overhead,
      hasCopies: info.config.numReplicas > 1,
      created: info.created
    )
  }

  /// A position that the stream has given, or the one behind the newest.
  private func checked(_ position: UInt64, _ state: StreamInfo.State, _ offset: UInt64) throws(NATSError) -> UInt64 {
    if position <= state.lastSeq + offset { return position }
    throw NATSError(
      .gone,
      "The stream \(name) ends at \(state.lastSeq), before \(position): it was made again, or has lost its end."
    )
  }

  /// A server that has just become the leader may be behind the former one for a while, and not know a position yet.
  private func newestInfo(on client: Client, until deadline: Nanoseconds) async throws(NATSError) -> StreamInfo {
    var info = try await info(on: client, until: deadline)
    while info.config.numReplicas > 1, isBeforeStart(info.state.lastSeq), .now < deadline, !Task.isCancelled {
      await client.alarms.wait(50 * .millisecond)
      info = try await self.info(on: client, until: deadline)
    }
    if Task.isCancelled { throw .cancelled }
    return info
  }

  private func isBeforeStart(_ last: UInt64) -> Bool {
    switch start?.kind {
    case .position(let position): position.sequence > 0 && position.sequence - 1 > last
    case .behind(let position): position.sequence > last
    case .time, nil: false
    }
  }

  private func info(on client: Client, until deadline: Nanoseconds) async throws(NATSError) -> StreamInfo {
    func existing() async throws(NATSError) -> StreamInfo? {
      do throws(NATSError) {
        let question = "$JS.API.STREAM.INFO.\(name)"
        return try await client.requestRetrying(question, EmptyRequest(), as: StreamInfo.self, until: deadline)
      } catch  where error.isStreamMissing {
        return nil
      }
    }
    if let info = try await existing() { return info }
    while true {
      let created: Result<StreamInfo, NATSError>
      do throws(NATSError) {
        let creation = "$JS.API.STREAM.CREATE.\(name)"
        created = .success(
          try await client.requestRetrying(creation, configuration, as: StreamInfo.self, until: deadline)
        )
      } catch  where error.isNameTaken || error.isSubjectTaken || error.isStreamMissing {
        // Another process was faster, with other limits. A server that creates both at once may see the subject first.
        // A cluster answers the second of two equal requests as a question about the stream: before the first one is
        // done, the stream is missing.
        created = .failure(error)
      }
      // If several processes create the stream at once, a cluster may tell each of them another time of its creation.
      // Only one of these is told later.
      if let info = try await existing() { return info }
      guard case .failure(let error) = created, !error.isSubjectTaken, .now < deadline, !Task.isCancelled else {
        return try created.get()
      }
      await client.alarms.wait(50 * .millisecond)
    }
  }

  private var configuration: StreamInfo.Configuration {
    var configuration = StreamInfo.Configuration(name: name, subjects: [subject])
    configuration.storage = stream.storage == .file ? "file" : "memory"
    configuration.numReplicas = stream.replicas
    let (count, isUnlimited) = limit.addingReportingOverflow(stream.backlog)
    configuration.maxMsgs = limit == .max || isUnlimited ? -1 : Int64(max(1, count))
    if let maximum = stream.maximumCount { configuration.maxMsgs = Int64(maximum) }
    if let maximum = stream.maximumSize { configuration.maxBytes = Int64(maximum) }
    if let maximum = stream.maximumAge {
      configuration.maxAge = Int64(clamping: Nanoseconds(maximum))
      // The server does not remember identities for longer than messages.
      configuration.duplicateWindow = min(120 * Int64(Nanoseconds.second), configuration.maxAge)
    }
    return configuration
  }

  /// Looks whether a stream stores the subject, and keeps what the strategy replays.
  private func check(_ settings: StreamInfo.Configuration) throws(NATSError) {
    func differs(_ sentence: String) -> NATSError { NATSError(.streamDiffers, "The stream \(name) \(sentence).") }
    guard settings.subjects?.contains(where: { isStored(subject, by: $0) }) == true else {
      throw differs("does not store the subject \(subject)")
    }
    guard settings.retention == "limits", settings.noAck != true else {
      throw differs("does not keep messages that were heard, or does not acknowledge them")
    }
    for kept in [settings.maxMsgs, settings.maxMsgsPerSubject ?? 0] where kept > 0 && kept < limit {
      throw differs("keeps \(kept) messages, but the strategy replays \(limit == .max ? "all" : "\(limit)")")
    }
    if limit == .max, start == nil, settings.maxAge > 0 || settings.maxBytes > 0,
      stream.maximumAge == nil, stream.maximumSize == nil
    {
      throw differs("drops messages by age or size, but the strategy replays all")
    }
  }

  /// The message at a position, behind which a pair begins to read. A pair that replays needs none: until it has heard
  /// something, it can begin anywhere.
  private func mark(
    at sequence: UInt64,
    _ state: StreamInfo.State,
    on client: Client,
    until deadline: Nanoseconds
  ) async throws(NATSError) -> StreamMark? {
    if sequence == 0 { return nil }
    if sequence == state.lastSeq { return StreamMark(sequence: sequence, time: state.lastTs.flatMap(nanoseconds(of:))) }
    guard start != nil, sequence >= state.firstSeq else { return nil }
    let (question, request) = ("$JS.API.STREAM.MSG.GET.\(name)", MessageRequest(seq: sequence))
    do throws(NATSError) {
      let stored = try await client.requestRetrying(question, request, as: StoredMessage.self, until: deadline)
      return StreamMark(sequence: sequence, time: stored.message.nanoseconds)
    } catch  where !error.isPassing {
      // It was deleted, or the user may not ask for it.
      return nil
    }
  }

  /// Where to begin to read, so that the strategy's last messages are among what is heard. If the sequences do not tell
  /// which these are, the pair hears the subject from its first message, and keeps the last ones.
  private func begin(_ state: StreamInfo.State, _ last: UInt64, isDense: Bool) -> UInt64 {
    if last == 0 { return state.lastSeq + 1 }
    if isDense, UInt64(limit) < last { return max(state.firstSeq, last + 1 - UInt64(limit)) }
    return max(state.firstSeq, 1)
  }

  /// The sequence of the newest message of the subject, or 0 if there is none.
  private func newest(on client: Client, until deadline: Nanoseconds) async throws(NATSError) -> UInt64 {
    let request = MessageRequest(lastBySubj: subject)
    do throws(NATSError) {
      let question = "$JS.API.STREAM.MSG.GET.\(name)"
      return try await client.requestRetrying(question, request, as: StoredMessage.self, until: deadline).message.seq
    } catch  where error.isMessageMissing {
      return 0
    }
  }

  /// Whether the stream has no message of the subject.
  private func isEmpty(on client: Client, until deadline: Nanoseconds) async throws(NATSError) -> Bool {
    let (question, request) = ("$JS.API.STREAM.INFO.\(name)", SubjectRequest(subjectsFilter: subject))
    let info = try await client.requestRetrying(question, request, as: StreamInfo.self, until: deadline)
    return info.state.subjects?.isEmpty ?? true
  }

  /// The sequence of the first message that was stored at a time or later. A consumer that begins there knows.
  private func sequence(of time: Date, on client: Client, until deadline: Nanoseconds) async throws(NATSError) -> UInt64
  {
    var configuration = ConsumerRequest.Configuration(filterSubject: subject)
    configuration.deliverPolicy = "by_start_time"
    configuration.optStartTime = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let request = ConsumerRequest(streamName: name, config: configuration)
    let creation = "$JS.API.CONSUMER.CREATE.\(name)"
    let consumer = try await client.requestRetrying(creation, request, as: ConsumerInfo.self, until: deadline)
    client.send("$JS.API.CONSUMER.DELETE.\(name).\(consumer.name)", [], reply: client.inbox.subject(.request(0)))
    return consumer.delivered.streamSeq.addingClamped(1)
  }
}
#endif
