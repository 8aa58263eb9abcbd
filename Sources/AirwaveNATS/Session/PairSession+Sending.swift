#if NATS
import Airwave
import CNATS
import Synchronization

extension PairSession {
  /// How many messages are published before other pairs have their turn.
  private static let turn = 64

  /// Sends a message. Never waits.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - headers: What is sent beside it.
  ///   - timeout: When to call the completion although the server has not answered. Nil means never.
  ///   - completion: Called when the server has answered. If it is nil, what fails is reported.
  func send(
    _ bytes: [UInt8],
    headers: [String: String] = [:],
    timeout: Nanoseconds? = nil,
    _ completion: Completion? = nil
  ) {
    func fail(_ reason: NATSError) {
      if let completion {
        completion(.failure(reason))
      } else {
        client.report(NATSFailure(subject, .unsent(bytes), reason))
      }
    }
    if bytes.count + Headers.size(of: headers) > stream.messageLimit { return fail(NATSError(NATS_MAX_PAYLOAD)) }
    enum Way { case publish, wait, fail(NATSError), ignore }
    var timed: (number: UInt64, time: Nanoseconds)?
    let way = state.withLock { state -> Way in
      if state.isFinishing {
        // A pair that its user has finished ignores the value (Contract 10).
        return completion != nil || state.reason.code == .gone ? .fail(state.reason) : .ignore
      }
      guard let number = state.outbox.append(bytes, headers) else { return .fail(.bufferFull) }
      if let completion { state.completions[number] = completion }
      timed = timeout.map { (number, $0) }
      return state.outbox.isReady ? .publish : .wait
    }
    switch way {
    case .publish: client.publishing.submit(publication)
    case .fail(let reason): fail(reason)
    case .wait, .ignore: break
    }
    guard let (number, time) = timed else { return }
    client.alarms.call(after: time) { [weak self] in
      self?.state.withLock { $0.completions.removeValue(forKey: number) }?(.failure(.unstored))
    }
  }

  /// Publishes some messages. The publishing thread calls this.
  ///
  /// - Returns: Whether there are more.
  func publishSome() -> Bool {
    var messages: [Outbox.Message] = []
    let republished = state.withLock { state in
      let before = state.outbox.republishCount
      let now = Nanoseconds.now
      state.isHeldBack = state.reader?.isBehind(state.stored, at: now) ?? false
      if state.isHeldBack { return 0 }
      let position = state.heard
      while messages.count < Self.turn, let message = state.outbox.next(at: now, having: position) {
        messages.append(message)
      }
      return state.outbox.republishCount - before
    }
    client.counts.published.add(messages.count, ordering: .relaxed)
    if republished > 0 { client.counts.republished.add(republished, ordering: .relaxed) }
    publish(messages)
    setAlarm()
    return state.withLock { $0.outbox.isReady && !$0.isHeldBack }
  }

  private func publish(_ messages: [Outbox.Message]) {
    var made: [Handle] = []
    made.reserveCapacity(messages.count)
    withText(upTo: client.inbox.acknowledgmentLength) { reply in
      client.inbox.write(acknowledgmentsOf: number, to: &reply)
      let start = reply.count
      for message in messages {
        reply.truncate(to: start)
        reply.append(message.number)
        reply.append(UInt8(ascii: "."))
        reply.append(message.order)
        let status = publish(message, reply: reply.pointer, &made)
        switch status {
        case NATS_OK: break
        case NATS_MAX_PAYLOAD, NATS_INVALID_SUBJECT: giveUp(message.number, NATSError(status))
        // There is no connection at present.
        default: refuse(message.number)
        }
      }
    }
    destroy(made)
  }

  private func publish(
    _ message: Outbox.Message,
    reply: UnsafePointer<CChar>?,
    _ handles: inout [Handle]
  ) -> natsStatus {
    guard let connection = client.connection else { return NATS_CONNECTION_CLOSED }
    var made: OpaquePointer?
    let status = subject.withCString {
      natsMsg_Create(&made, $0, reply, message.bytes, Int32(message.bytes.count))
    }
    guard status == NATS_OK, let made else { return status }
    handles.append(Handle(pointer: made))
    return withText(upTo: MessageID.length) { text in
      if let place = message.id.place {
        text.append(message.id, place)
        let status = natsMsgHeader_Set(made, MessageID.header.characters, text.pointer)
        if status != NATS_OK { return status }
      }
      for (name, value) in message.headers {
        let status = natsMsgHeader_Set(made, name, value)
        if status != NATS_OK { return status }
      }
      return natsConnection_PublishMsg(connection.pointer, made)
    }
  }

  /// The server has answered to a publish. The thread of the inbox calls this.
  ///
  /// - Returns: Whether the job `publication` has work.
  func answered(_ number: UInt64, _ order: UInt64, _ answer: Acknowledgment) -> Bool {
    switch answer {
    case .stored(let sequence, let isDuplicate): return stored(number, order, sequence, isDuplicate)
    case .refused(let error) where error.isFinal:
      let reason = NATSError(error)
      if reason.code != .tooLarge {
        state.withLock { $0.sendingTrouble = reason }
        tellState()
      }
      giveUp(number, reason)
    case .refused(let error):
      let patience = error.isFull ? Nanoseconds(client.options.timeout) : nil
      refuse(number, patience: patience, NATSError(error))
    case .noStream:
      state.withLock { $0.watch.doubt() }
      refuse(number, .noStream)
      check()
    }
    return false
  }

  private func stored(_ number: UInt64, _ order: UInt64, _ sequence: UInt64, _ isDuplicate: Bool) -> Bool {
    // Not results of the closure: to copy them takes longer than what it does.
    var (outcome, isNews) = (Outbox.Outcome(), false)
    var completions: [(Completion, UInt64)] = []
    var failed: [(bytes: [UInt8], completion: Completion?, reason: NATSError)] = []
    let (isReady, mayEnd) = state.withLock { state -> (Bool, Bool) in
      outcome = state.outbox.acknowledge(number, order, at: sequence, isDuplicate: isDuplicate, .now)
      for settled in outcome.settled {
        state.stored = max(state.stored, settled.sequence)
        if !state.completions.isEmpty, let completion = state.completions.removeValue(forKey: settled.number) {
          completions.append((completion, settled.sequence))
        }
      }
      state.watch.acknowledged(state.outbox.mark)
      if let taken = outcome.taken {
        failed.append((taken.bytes, state.completions.removeValue(forKey: taken.number), .taken))
      }
      for doubtful in outcome.doubtful {
        failed.append((doubtful.bytes, state.completions.removeValue(forKey: doubtful.number), .doubtful))
      }
      if !failed.isEmpty { client.beginReporting() }
      isNews = state.sendingTrouble != nil
      if isNews { state.sendingTrouble = nil }
      return (state.outbox.isReady, state.isFinishing)
    }
    client.counts.acknowledged.add(outcome.settled.count, ordering: .relaxed)
    for (completion, sequence) in completions { completion(.success(NATSPosition(sequence))) }
    for (bytes, completion, reason) in failed { self.failed(bytes, completion, reason) }
    if !failed.isEmpty { client.endReporting() }
    if isNews { tellState() }
    if outcome.isStreamReplaced {
      // A cluster of version 2.9 also answers so, once, when another server leads the stream.
      if stream.hasCopies { check() } else { abandon(.gone, isReported: true) }
    }
    if mayEnd { endIfDone() }
    return isReady
  }

  /// The message is published again after a pause, unless the server had no space for too long.
  private func refuse(_ number: UInt64, patience: Nanoseconds? = nil, _ reason: NATSError? = nil) {
    let rest = withdraw { state in
      // Without a connection, `disconnection` tells.
      if let reason { state.sendingTrouble = reason }
      return state.outbox.refuse(number, at: .now, patience: patience).map { [$0] } ?? []
    }
    setAlarm()
    tellState()
    gaveUp(rest, reason ?? .disconnected)
  }

  private func giveUp(_ number: UInt64, _ reason: NATSError) {
    gaveUp(withdraw { $0.outbox.giveUp(number).map { [$0] } ?? [] }, reason)
  }

  private func gaveUp(_ rest: [Withdrawn], _ reason: NATSError) {
    report(rest, reason)
    if rest.isEmpty { return }
    client.publishing.submit(publication)
    endIfDone()
  }

  /// Bytes that are not stored, and what the caller that waits for them is told with.
  typealias Withdrawn = (bytes: [UInt8], completion: Completion?)

  /// Takes messages out of the outbox that will not be stored. ``report(_:_:)`` must follow: the connection does not
  /// finish its failures before.
  func withdraw(_ messages: (inout State) -> [Outbox.Settled]) -> [Withdrawn] {
    state.withLock { state in
      client.beginReporting()
      return messages(&state).map { ($0.bytes, state.completions.removeValue(forKey: $0.number)) }
    }
  }

  /// Says why messages are not stored.
  func report(_ rest: [Withdrawn], _ reason: NATSError) {
    for (bytes, completion) in rest { failed(bytes, completion, reason) }
    client.endReporting()
  }

  /// Says why a message is not stored, to the caller that waits for it, or else to the listeners of failures.
  func failed(_ bytes: [UInt8], _ completion: Completion?, _ reason: NATSError) {
    if let completion {
      completion(.failure(reason))
    } else {
      client.report(NATSFailure(subject, .unsent(bytes), reason))
    }
  }

  /// The server does not allow publishes, without saying of which message.
  func forbidden(_ text: String) {
    if text.contains("Publish to \"$JS.API.CONSUMER.MSG.NEXT.\(stream.name).") {
      return abandon(NATSError(notAllowed: text), isReported: true)
    }
    guard text.contains("Publish to \"\(subject)\"") else { return }
    let reason = NATSError(notAllowed: text)
    let rest = withdraw { state in
      state.sendingTrouble = reason
      return state.outbox.giveUpAll()
    }
    report(rest, reason)
    tellState()
    endIfDone()
  }
}
#endif
