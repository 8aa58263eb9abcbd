#if NATS
import Airwave
import Synchronization

/// The end.
extension PairSession {
  /// After the time that the options give, acknowledgments of what was published are awaited until none has come for
  /// this time: a message that is stored must not be reported as not stored.
  private static let grace = 2 * Nanoseconds.second
  /// At most so often.
  private static let graceCount = 5

  /// Accepts nothing more. The pair is finished when everything is acknowledged, and heard here.
  func finish() {
    state.withLock { $0.isFinishing = true }
    endIfDone()
  }

  /// Waits until that has happened, or a time has come.
  func finish(by deadline: Nanoseconds) async {
    finish()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isEnded { state.finishers.append(continuation) }
        return state.isEnded
      }
      if isOver { return continuation.resume() }
      client.alarms.call(at: deadline) { [weak self] in self?.hurry() }
    }
  }

  /// Publishes no further value, reports what was not published, and waits only for acknowledgments of what was.
  private func hurry() {
    let rest = withdraw { state in
      state.isHurried = true
      return state.outbox.withdrawUnpublished()
    }
    report(rest, .closed)
    guard client.isConnected else { return abandon() }
    endIfDone()
    awaitAcknowledgments(Self.graceCount)
  }

  /// Ends the session once no acknowledgment has come for a while. What is awaited is little: no more than the window.
  private func awaitAcknowledgments(_ count: Int) {
    let before = state.withLock { $0.outbox.byteCount }
    client.alarms.call(after: Self.grace) { [weak self] in
      guard let self else { return }
      let (isOver, isProgress) = state.withLock { ($0.isOver, $0.outbox.byteCount < before) }
      if isOver { return }
      if isProgress, count > 1 { awaitAcknowledgments(count - 1) } else { abandon() }
    }
  }

  /// Ends now, and reports what was not acknowledged.
  ///
  /// - Parameters:
  ///   - reason: Why it was not acknowledged.
  ///   - isReported: Whether the end itself is a failure.
  ///   - unlessOpen: Whether to do nothing if the session is open meanwhile.
  func abandon(_ reason: NATSError = .closed, isReported: Bool = false, unlessOpen: Bool = false) {
    var (mustEnd, isNews) = (true, false)
    let rest = withdraw { state in
      mustEnd = !(unlessOpen && state.isOpen)
      guard mustEnd else { return [] }
      isNews = !exchange(&state.isOver, with: true)
      mayDeliver.store(false, ordering: .relaxed)
      state.isFinishing = true
      if isNews { state.reason = reason }
      return state.outbox.giveUpAll()
    }
    if isNews, isReported { client.report(NATSFailure(subject, .missed(0), reason)) }
    report(rest, reason)
    guard mustEnd else { return }
    // The rest waits for the listener that is being called, if there is one.
    if isNews { client.delivering.submit(delivery) }
    tellState()
    resumeWaiting()
  }

  /// Resumes the tasks that wait until the session is open, or until it has ended.
  private func resumeWaiting() {
    let waiting = state.withLock { exchange(&$0.finishers, with: []) + ($0.opening.take().map { [$0] } ?? []) }
    for continuation in waiting { continuation.resume() }
  }

  /// Called after each acknowledgment and message while the end is awaited.
  func endIfDone() {
    let isDone = state.withLock { state in
      guard !state.isOver, state.isFinishing, state.outbox.isEmpty else { return false }
      guard state.reader == nil || state.isHurried || state.heard >= state.stored else { return false }
      state.isOver = true
      mayDeliver.store(false, ordering: .relaxed)
      return true
    }
    if isDone { client.delivering.submit(delivery) }
  }

  /// Finishes the pair. The job `delivery` calls this.
  func endNow() {
    let (isNews, consumer) = state.withLock { state in
      (!exchange(&state.isEnded, with: true), state.reader?.consumer)
    }
    Incoming.destroy(state.withLock { $0.incoming.takeAll() })
    guard isNews else { return }
    if let consumer { deleteConsumer(consumer) }
    ends.end()
    finishTelling()
    client.remove(self)
    resumeWaiting()
  }
}

/// Time.
extension PairSession {
  /// For how long at most nothing is published because the reader is behind. See ``Reader/isBehind(_:at:)``.
  private static let holdBackTime = 100 * Nanoseconds.millisecond

  /// Sees that ``tick()`` is called when something has to be decided.
  func setAlarm() {
    let alarm = state.withLock { state -> Nanoseconds? in
      var deadline = min(state.outbox.deadline ?? .max, state.reader?.deadline ?? .max)
      if state.isHeldBack { deadline = min(deadline, Nanoseconds.now + Self.holdBackTime) }
      guard !state.isOver, deadline < state.alarm ?? .max else { return nil }
      state.alarm = deadline
      return deadline
    }
    guard let alarm else { return }
    client.alarms.call(at: alarm) { [weak self] in self?.tick(alarm) }
  }

  private func tick(_ alarm: Nanoseconds) {
    let now = Nanoseconds.now
    let (isReady, actions, isDue) = state.withLock { state -> (Bool, [ReaderAction], Bool) in
      // An earlier alarm was set after this one.
      guard state.alarm == alarm, !state.isOver else { return (false, [], false) }
      state.alarm = nil
      state.outbox.tick(at: now)
      if state.outbox.roundTrip.isSilent, !state.outbox.isEmpty, state.sendingTrouble == nil {
        state.sendingTrouble = .unanswered
      }
      return (state.outbox.isReady, state.reader?.handle(.tick, at: now) ?? [], true)
    }
    guard isDue else { return }
    if isReady { client.publishing.submit(publication) }
    perform(actions)
    setAlarm()
    tellState()
  }

  /// There is no server. Nothing is sent until there is one. Called again if it turns out why there is none.
  func disconnected() {
    let actions = state.withLock { state in
      state.outbox.disconnected()
      state.disconnection = client.disconnection
      state.watch.disconnected()
      return state.reader?.handle(.disconnected, at: .now)
    }
    perform(actions ?? [])
    tellState()
  }

  /// There is a server again, perhaps another one.
  func reconnected() {
    let (isReady, actions) = state.withLock { state -> (Bool, [ReaderAction]) in
      state.outbox.reconnected()
      state.watch.reconnected()
      (state.sendingTrouble, state.disconnection) = (nil, nil)
      return (state.outbox.isReady, state.reader?.handle(.reconnected, at: .now) ?? [])
    }
    if isReady { client.publishing.submit(publication) }
    perform(actions)
    setAlarm()
    tellState()
    // A reader that is creating a consumer has the stream looked at by itself.
    if actions.isEmpty { check() }
  }
}
#endif
