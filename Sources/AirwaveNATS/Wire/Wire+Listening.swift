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
    defer { jsMsgMetaData_Destroy(details) }
    guard natsMsg_GetMetaData(&details, message) == NATS_OK, let sequence = details?.pointee.Sequence.Stream else {
      return
    }
    delivering.withLock {
      let (missed, wasCaughtUp) = state.withLock { state -> (UInt64?, Bool) in
        if state.isOver || sequence <= state.heard { return (nil, false) }
        return (sequence - state.heard - 1, state.isCaughtUp)
      }
      guard let missed else { return }
      if missed > 0, stream.isExclusive, !stream.hasGaps || sequence > stream.last {
        let reason = NATSError(.missed, "The stream no longer has them.")
        client.report(NATSFailure(subject, .missed(Int(clamping: missed)), reason))
      }
      take(message)
      let isLastOfReplay = !wasCaughtUp && sequence >= stream.last
      let mayEnd = state.withLock { state in
        state.heard = sequence
        return state.isFinishing
      }
      if isLastOfReplay { endReplay() }
      if mayEnd { endIfDone() }
    }
  }

  /// What the stream had when the wire was made is heard. What was deleted or refused does not come. `delivering` is held.
  private func endReplay() {
    release { $0.snapshot }
    let waiter = state.withLock { state in
      state.isCaughtUp = !state.isOver
      return exchange(&state.catchingUp, with: nil)
    }
    waiter?.resume()
  }

  private func take(_ message: OpaquePointer?) {
    // One byte more than may be decoded tells that there are too many.
    let count = min(Int(natsMsg_GetDataLength(message)), messageLimit + 1)
    let bytes = Array(UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count))
    var text: UnsafePointer<CChar>?
    guard natsMsgHeader_Get(message, "Nats-Msg-Id", &text) == NATS_OK, let id = text.flatMap(MessageID.init) else {
      return open(bytes)
    }
    switch resequencer.withLock({ $0.admit(id, size: bytes.count + Outbox.overhead, bytes) }) {
    case .deliver:
      open(bytes)
      while let next = resequencer.withLock({ $0.next(of: id.sender) }) { open(next) }
    case .held where resequencer.withLock({ $0.heldSize > client.options.bufferLimit || $0.isCrowded }):
      release { $0.snapshot }
    case .held: scheduleRelease()
    case .repeated: break
    }
  }

  private func open(_ bytes: [UInt8]) {
    if bytes.count <= messageLimit { return deliver(bytes) }
    let reason = NATSError(.tooLarge, "The message is larger than the options allow.")
    client.report(NATSFailure(subject, .unread(bytes.dropLast()), reason))
  }

  /// Does not wait for ever for a message whose sender is gone: what waits now is delivered after a while.
  private func scheduleRelease() {
    let isFirst = state.withLock { state in !exchange(&state.isReleaseScheduled, with: true) }
    guard isFirst else { return }
    let snapshot = resequencer.withLock { $0.snapshot }
    listening.asyncAfter(deadline: .now() + client.options.timeout.interval(times: 2)) { [weak self] in
      guard let self else { return }
      delivering.withLock { release { _ in snapshot } }
      state.withLock { $0.isReleaseScheduled = false }
      if resequencer.withLock({ $0.heldCount > 0 }) { scheduleRelease() }
    }
  }

  /// Delivers what waited at some moment. `delivering` is held.
  func release(_ snapshot: (Resequencer<[UInt8]>) -> Resequencer<[UInt8]>.Snapshot) {
    for bytes in resequencer.withLock({ $0.release(snapshot($0)) }) { open(bytes) }
  }

  /// Waits until everything is heard that the stream had when the wire was made. If the task is cancelled before that, the
  /// wire ends.
  ///
  /// - Throws: Why the wire has ended before that.
  func catchUp() async throws(NATSError) {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReached = state.withLock { state in
          if state.isCaughtUp || state.isOver { return true }
          state.catchingUp = continuation
          return false
        }
        if isReached { continuation.resume() } else { watch() }
      }
    } onCancel: {
      let isEarly = state.withLock { state in
        state.isCancelled = !state.isCaughtUp
        return state.isCancelled
      }
      if isEarly { abandon() }
    }
    let (isCancelled, isCaughtUp, reason) = state.withLock { ($0.isCancelled, $0.isCaughtUp, $0.reason) }
    if isCancelled { throw NATSError(.cancelled, "The task was cancelled.") }
    if !isCaughtUp { throw reason }
  }

  /// Ends the wait when the stream has nothing behind what was heard: what it waits for was deleted.
  private func watch() {
    let before = state.withLock { $0.heard }
    listening.asyncAfter(deadline: .now() + client.options.timeout.interval()) { [weak self] in
      guard let self, state.withLock({ $0.catchingUp != nil }) else { return }
      let newest = try? context.last(of: subject, in: stream.name)
      let isStuck = state.withLock { state in state.heard == before && newest.map { $0 <= before } ?? false }
      if !isStuck { return watch() }
      delivering.withLock { endReplay() }
    }
  }
}

/// The stream.
extension Wire {
  /// Whether this pair listens by a subscription.
  func isListening(by subscription: Handle) -> Bool { state.withLock { $0.subscription == subscription } }

  /// Looks whether the stream is still there, and ends the pair if it is not. A stream that was deleted and made again, or that
  /// has lost its newest messages, gives other messages the numbers of those that were heard.
  func check() {
    let isFirst = state.withLock { state in !exchange(&state.isChecking, with: true) }
    if isFirst { look(lostSince: nil) }
  }

  /// Asks again while there is no answer, or one that may change. What is missing must be missing for the whole time-out.
  private func look(lostSince start: DispatchTime?) {
    listening.asyncAfter(deadline: .now() + client.options.heartbeat.interval()) { [weak self] in
      guard let self, let heard = state.withLock({ $0.isOver ? nil : $0.heard }) else { return }
      let now = DispatchTime.now()
      let mayChange: Bool
      switch context.fate(of: stream, upTo: heard) {
      case .intact: return state.withLock { $0.isChecking = false }
      case .unknown: return look(lostSince: start)
      case .replaced: mayChange = start == nil
      case .missing: mayChange = start.map { now < $0 + client.options.timeout.interval() } ?? true
      }
      if mayChange { return look(lostSince: start ?? now) }
      client.report(NATSFailure(subject, .missed(0), NATSError.gone))
      abandon(.gone, isBroken: true)
    }
  }
}

extension Handle {
  /// Ends a subscription, elsewhere: the C client writes to the socket. The server removes the consumer when nobody has been
  /// listening for some seconds.
  func destroySubscription() {
    DispatchQueue.global().async { natsSubscription_Destroy(pointer) }
  }
}
#endif
