#if NATS
import Airwave
import CNATS
import Dispatch
import Synchronization

extension Wire {
  /// A broadcast sends its message itself if no more than this is on its way: it fits into the smallest buffer of a socket, so
  /// that the call does not wait for the network. After a time-out none does, until the server answers.
  private static let directLimit = 8_192
  /// How long to wait before a stream that did not store a message is asked again.
  private static let retryDelay = DispatchTimeInterval.milliseconds(100)

  private enum Way {
    case direct(Outbox.Message)
    case queued
    case refused
    case ignored
  }

  /// How many bytes a message is on the wire: its payload, subject and identity, and the subject of the answer.
  func cost(_ byteCount: Int) -> Int { byteCount + subject.utf8.count + 128 }

  /// Counts bytes that the C client was given, or that it no longer has. The end has taken off those of an ended wire.
  private func count(_ bytes: Int) {
    state.withLock { state in
      if state.isOver { return }
      state.inFlight += bytes
      client.inFlight.add(bytes, ordering: .releasing)
    }
  }

  /// Sends a message, or has it sent. Never waits.
  func send(_ bytes: [UInt8]) {
    if bytes.count > stream.messageLimit {
      return client.report(NATSFailure(subject, .unsent(bytes), NATSError(NATS_MAX_PAYLOAD)))
    }
    let onItsWay = client.inFlight.load(ordering: .acquiring) + cost(bytes.count)
    let fits = onItsWay <= Self.directLimit && !client.isSilent.load(ordering: .relaxed)
    let way = state.withLock { state -> Way in
      if state.isFinishing { return .ignored }
      let isNext = !state.isSending && !state.isScheduled && state.outbox.isIdle
      guard state.outbox.append(bytes) else { return .refused }
      guard isNext, fits, let message = state.outbox.next() else { return .queued }
      state.isSending = true
      return .direct(message)
    }
    switch way {
    case .direct(let message):
      give(message)
      stopSending()
    case .queued: schedule()
    case .refused:
      let reason = NATSError(.bufferFull, "More is waiting to be acknowledged than the options allow.")
      client.report(NATSFailure(subject, .unsent(bytes), reason))
    case .ignored: break
    }
  }

  /// There is no server. Nothing is sent until there is one.
  func disconnected() {
    _ = state.withLock { $0.outbox.pause() }
  }

  /// The C client is connected again, perhaps to another server. It hears the stream again by itself.
  func reconnected() {
    rewind()
    check()
  }

  /// Sends again what is not acknowledged.
  private func rewind() {
    state.withLock { $0.mustRewind = true }
    schedule()
  }

  /// The server has refused the subject, without saying which message.
  func forbidden() {
    let rest = state.withLock { $0.outbox.giveUpAll() }
    for bytes in rest { client.report(NATSFailure(subject, .unsent(bytes), NATSError(NATS_NOT_PERMITTED))) }
    endIfDone()
  }

  private func schedule() {
    let isFirst = state.withLock { state in !exchange(&state.isScheduled, with: true) }
    if isFirst { sending.async { self.sendAll() } }
  }

  private func sendAll() {
    let mayStart = state.withLock { state in
      // The thread that sends looks again when it is done.
      if state.isSending { return false }
      state.isScheduled = false
      state.isSending = true
      return true
    }
    guard mayStart else { return }
    if state.withLock({ exchange(&$0.mustRewind, with: false) }) { forget() }
    while let message = state.withLock({ $0.mustRewind ? nil : $0.outbox.next() }) { give(message) }
    stopSending()
  }

  private func stopSending() {
    let mustGoOn = state.withLock { state in
      state.isSending = false
      let mustGoOn = state.isScheduled || state.mustRewind || state.outbox.isReady
      if mustGoOn { state.isScheduled = true }
      return mustGoOn
    }
    if mustGoOn { sending.async { self.sendAll() } }
  }

  /// Takes back from the C client what it was given. The thread that sends calls this.
  private func forget() {
    var pending = natsMsgList()
    // The C client has no list, and does not look whether it has one, before the first message.
    if state.withLock({ $0.hasSent }), js_PublishAsyncGetPendingList(&pending, context.pointer) == NATS_OK {
      var size = 0
      for index in 0..<Int(pending.Count) { size += cost(Int(natsMsg_GetDataLength(pending.Msgs[index]))) }
      if size > 0 { client.isSilent.store(true, ordering: .relaxed) }
      count(-size)
      natsMsgList_Destroy(&pending)
    }
    state.withLock { $0.outbox.resume() }
  }

  /// Gives a message to the C client. The thread that sends calls this.
  private func give(_ message: Outbox.Message) {
    count(cost(message.bytes.count))
    let status = MessageID(sender: sender, number: message.number).withText { id in
      var options = jsPubOptions()
      jsPubOptions_Init(&options)
      options.MsgId = id
      options.MaxWait = client.options.heartbeat.milliseconds * 2
      return js_PublishAsync(context.pointer, subject, message.bytes, Int32(message.bytes.count), &options)
    }
    if status == NATS_OK { return state.withLock { $0.hasSent = true } }
    count(-cost(message.bytes.count))
    refused(message.number, NATSError(status), isFinal: status == NATS_MAX_PAYLOAD)
  }

  /// The server has stored a message, or refused it. A thread of the C client calls this.
  func answered(_ message: OpaquePointer?, _ acknowledgment: UnsafeMutablePointer<jsPubAck>?, _ error: jsPubAckErr?) {
    let isSilent = acknowledgment == nil && error?.Err == NATS_TIMEOUT
    if client.isSilent.load(ordering: .relaxed) != isSilent { client.isSilent.store(isSilent, ordering: .relaxed) }
    count(-cost(Int(natsMsg_GetDataLength(message))))
    var text: UnsafePointer<CChar>?
    guard natsMsgHeader_Get(message, "Nats-Msg-Id", &text) == NATS_OK, let number = text.flatMap(MessageID.init)?.number
    else { return }
    if let acknowledgment {
      let sequence = acknowledgment.pointee.Sequence
      let (mustSchedule, mayEnd) = state.withLock { state in
        state.outbox.acknowledge(number)
        state.stored = max(state.stored, sequence)
        return (!state.isSending && !state.isScheduled && state.outbox.isReady, state.isFinishing)
      }
      if mustSchedule { schedule() }
      if mayEnd { endIfDone() }
    } else if let error {
      refused(number, NATSError(error.Err, error.ErrCode), isFinal: error.isFinal)
    }
  }

  private func refused(_ number: UInt64, _ reason: NATSError, isFinal: Bool) {
    if isFinal {
      if let bytes = state.withLock({ $0.outbox.giveUp(number) }) {
        client.report(NATSFailure(subject, .unsent(bytes), reason))
      }
      return endIfDone()
    }
    let isFirst = state.withLock { state in state.outbox.pause() }
    guard isFirst else { return }
    if reason.code == .unavailable { check() }
    sending.asyncAfter(deadline: .now() + Self.retryDelay) { [weak self] in
      // Without a server it is up to `reconnected()`.
      if let self, client.isConnected { rewind() }
    }
  }
}

extension jsPubAckErr {
  /// Whether it makes no sense to send the message again: the stream has answered, and not with a trouble that passes.
  var isFinal: Bool {
    let passing = [
      JSClusterNotAvailErr, JSClusterNotLeaderErr, JSInsufficientResourcesErr, JSStreamOfflineErr, JSRaftGeneralErr,
      .isInProcess, .tooManyRequests,
    ]
    return Err != NATS_TIMEOUT && Err != NATS_NO_RESPONDERS && !passing.contains(ErrCode)
  }
}

/// Codes that the header of the C client does not name.
extension jsErrCode {
  /// The cluster has not yet stored an earlier copy of the message, and may still fail to.
  static let isInProcess = jsErrCode(10_158)
  /// The stream has more to store at present than it accepts.
  static let tooManyRequests = jsErrCode(10_167)
}
#endif
