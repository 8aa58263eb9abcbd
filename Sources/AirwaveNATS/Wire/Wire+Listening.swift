#if NATS
import Airwave
import CNATS
import Dispatch
import Foundation

extension Wire {
  /// Begins to hear the stream behind the newest message that was heard. Blocks until the server has agreed.
  func subscribe() throws(NATSError) {
    var options = jsSubOptions()
    jsSubOptions_Init(&options)
    options.Ordered = true
    options.Config.DeliverPolicy = js_DeliverByStartSequence
    options.Config.OptStartSeq = state.withLock { $0.heard } + 1
    options.Config.Heartbeat = client.options.heartbeat.milliseconds * 1_000_000
    var made: OpaquePointer?
    var code = jsErrCode(0)
    let status = stream.name.withCString { name in
      options.Stream = name
      return js_Subscribe(
        &made,
        context.pointer,
        subject,
        { _, _, message, closure in
          Wire.all[closure]?.heard(message)
          natsMsg_Destroy(message)
        },
        closure(number),
        nil,
        &options,
        &code
      )
    }
    guard status == NATS_OK, let subscription = made.map(Handle.init) else { throw NATSError(status, code) }
    // The server sends no more than it is told that was delivered.
    natsSubscription_SetPendingLimits(subscription.pointer, -1, -1)
    let isOver = state.withLock { state in
      if !state.isOver { state.subscription = subscription }
      return state.isOver
    }
    if isOver { subscription.destroySubscription() }
  }

  /// A message of the stream. A thread of the C client calls this, that of the subscription.
  private func heard(_ message: OpaquePointer?) {
    var details: UnsafeMutablePointer<jsMsgMetaData>?
    guard natsMsg_GetMetaData(&details, message) == NATS_OK, let sequence = details?.pointee.Sequence.Stream else {
      return
    }
    jsMsgMetaData_Destroy(details)
    delivering.withLock {
      let missed = state.withLock { state -> UInt64? in
        if state.isOver || sequence <= state.heard { return nil }
        return sequence - state.heard - 1
      }
      guard let missed else { return }
      if missed > 0, stream.isExclusive {
        let reason = NATSError(.missed, "The stream no longer has them.")
        client.report(NATSFailure(subject, .missed(Int(missed)), reason))
      }
      take(message)
      let (waiter, mayEnd) = state.withLock { state in
        state.heard = sequence
        let isReached = state.catchingUp.map { $0.number <= sequence } ?? false
        return (isReached ? exchange(&state.catchingUp, with: nil) : nil, state.isFinishing)
      }
      waiter?.continuation.resume()
      if mayEnd { endIfDone() }
    }
  }

  private func take(_ message: OpaquePointer?) {
    // One byte more than may be decoded tells that there are too many.
    let count = min(Int(natsMsg_GetDataLength(message)), client.options.messageLimit + 1)
    let bytes = Array(UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count))
    var text: UnsafePointer<CChar>?
    guard natsMsgHeader_Get(message, "Nats-Msg-Id", &text) == NATS_OK, let id = text.flatMap(MessageID.init) else {
      return open(bytes)
    }
    switch resequencer.withLock({ $0.admit(id, bytes) }) {
    case .deliver:
      open(bytes)
      while let next = resequencer.withLock({ $0.next(of: id.sender) }) { open(next) }
    case .held: scheduleRelease()
    case .repeated: break
    }
  }

  private func open(_ bytes: [UInt8]) {
    if bytes.count <= client.options.messageLimit { return deliver(bytes) }
    let reason = NATSError(.tooLarge, "The message is larger than the options allow.")
    client.report(NATSFailure(subject, .unread(bytes.dropLast()), reason))
  }

  /// Does not wait for ever for a message whose sender is gone.
  private func scheduleRelease() {
    let isFirst = state.withLock { state in !exchange(&state.isReleaseScheduled, with: true) }
    guard isFirst else { return }
    let delay = DispatchTimeInterval.milliseconds(Int(client.options.timeout.milliseconds) * 2)
    listening.asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isReleaseScheduled = false }
      delivering.withLock { for bytes in resequencer.withLock({ $0.releaseHeld() }) { open(bytes) } }
    }
  }

  /// Waits until everything is heard that the stream had when the wire was made.
  func catchUp() async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.heard >= stream.last || state.isOver { return true }
        state.catchingUp = (stream.last, continuation)
        return false
      }
      if isReached { continuation.resume() } else { watch() }
    }
  }

  /// Ends the waiting when nothing is heard for a while: somebody has deleted what it waits for.
  private func watch() {
    let before = state.withLock { $0.heard }
    listening.asyncAfter(deadline: .now() + .milliseconds(Int(client.options.timeout.milliseconds))) { [weak self] in
      guard let self else { return }
      let (waiter, mustGoOn) = state.withLock { state in
        state.heard == before ? (exchange(&state.catchingUp, with: nil), false) : (nil, state.catchingUp != nil)
      }
      waiter?.continuation.resume()
      if mustGoOn { watch() }
    }
  }
}

extension Handle {
  /// Ends a subscription, which asks the server to delete its consumer and waits for the answer.
  func destroySubscription() {
    DispatchQueue.global().async { natsSubscription_Destroy(pointer) }
  }
}
#endif
