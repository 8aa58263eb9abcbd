#if NATS
import Airwave
import CNATS
import Synchronization

extension PairSession {
  /// How many messages, and bytes, are decoded at a time, before other pairs have their turn.
  private static let turn = (count: 256, size: 256 << 10)

  /// Messages of the stream have arrived. The thread of the inbox calls this.
  ///
  /// - Returns: The messages that are not needed. The session keeps the others until the job `delivery` has run.
  func arrived(_ messages: [Arrival]) -> [Handle] {
    let overhead = subject.utf8.count + Reader.overhead
    let now = Nanoseconds.now
    var rejected: [Handle] = []
    let (actions, isNews) = state.withLock { state -> ([ReaderAction], Bool) in
      let isNews = state.reader?.trouble != nil
      var (actions, newest) = ([ReaderAction](), DeliverySubject?.none)
      for (message, delivery) in messages.lazy.map({ ($0.message, $0.delivery) }) {
        let length = Int(natsMsg_GetDataLength(message.pointer)) + delivery.length + overhead
        // It is larger with long headers.
        let size = max(length, message.messageSize)
        let event = ReaderMessage(
          sequence: delivery.sequence,
          delivery: delivery.delivery,
          pending: delivery.pending,
          size: size
        )
        let (missed, wanted) = state.isOver ? (nil, []) : state.reader?.receive(event, at: now) ?? (nil, [])
        actions += wanted
        if let missed {
          newest = delivery
          _ = state.incoming.append(
            Incoming(message: message, sequence: delivery.sequence, time: delivery.time, size: size, missed: missed)
          )
        } else {
          rejected.append(message)
        }
      }
      if let newest { state.watch.arrived(StreamMark(sequence: newest.sequence, time: newest.time)) }
      return (actions, isNews || state.reader?.trouble != nil)
    }
    if !actions.isEmpty {
      perform(actions)
      // A server that is behind is left for a pause.
      setAlarm()
    }
    if isNews { tellState() }
    return rejected
  }

  /// Something is known of messages that do not arrive.
  func arrived(_ news: Incoming) {
    state.withLock { _ = $0.incoming.append(news) }
    client.delivering.submit(delivery)
  }

  /// Tells the reader what has happened.
  func handle(_ event: ReaderEvent) {
    let (actions, mustDeliver) = state.withLock { state -> ([ReaderAction], Bool) in
      guard !state.isOver else { return ([], false) }
      let empty = if case .heartbeat(let pull, _) = event, awaitsReplay(state, pull) { pull } else { UInt64?.none }
      var actions = state.reader?.handle(event, at: .now) ?? []
      guard let empty, !actions.contains(where: \.isCreation) else { return (actions, false) }
      if mayLag(state) {
        actions += state.reader?.handle(.lost(pull: empty, words: Reader.lagging), at: .now) ?? []
        return (actions, false)
      }
      // The stream has nothing more: the newest message was deleted meanwhile.
      _ = state.incoming.append(Incoming(sequence: stream.last))
      return (actions, true)
    }
    if mustDeliver { client.delivering.submit(delivery) }
    perform(actions)
    setAlarm()
    if case .delivered = event { return }
    tellState()
  }

  /// Whether what the stream had when the session was made is not delivered, and a server has nothing more of it.
  private func awaitsReplay(_ state: borrowing State, _ pull: UInt64) -> Bool {
    !state.isCaughtUp && state.reader?.isPresent(pull) ?? false
  }

  /// Whether the server may be behind the one that leads the stream. Another consumer may be on another server.
  private func mayLag(_ state: borrowing State) -> Bool {
    guard stream.hasCopies, let reader = state.reader, reader.next <= stream.last else { return false }
    let now = Nanoseconds.now
    return reader.isShort || now - (reader.emptySince ?? now) < Nanoseconds(client.options.timeout)
  }

  /// Does what the reader wants.
  func perform(_ actions: [ReaderAction]) {
    for action in actions {
      switch action {
      case .create(let attempt, let sequence): createConsumer(attempt, sequence)
      case .pull(let consumer, let pull, let count, let size):
        let limits = ReaderLimits(heartbeat: Nanoseconds(client.options.heartbeat))
        let request = PullRequest(
          batch: count,
          maxBytes: size,
          expires: limits.expiry,
          idleHeartbeat: limits.heartbeat
        )
        client.send(
          "$JS.API.CONSUMER.MSG.NEXT.\(stream.name).\(consumer)",
          ServerJSON.bytes(of: request),
          reply: client.inbox.subject(.pull(session: number, pull: pull))
        )
        setAlarm()
      case .delete(let consumer): deleteConsumer(consumer)
      case .miss(let count): arrived(Incoming(missed: count))
      case .look: lookOnce()
      case .accept: break
      }
    }
  }

  /// Delivers some messages. A delivering thread calls this, one at a time.
  ///
  /// - Returns: Whether there are more.
  func deliverSome() -> Bool {
    var (batch, size) = ([Incoming](), 0)
    let (wasOver, wasCaughtUp) = state.withLock { state in
      batch.reserveCapacity(min(Self.turn.count, state.incoming.count))
      while !state.isOver, batch.count < Self.turn.count, size < Self.turn.size, let next = state.incoming.popFirst() {
        batch.append(next)
        size += next.size
      }
      return (state.isOver, state.isCaughtUp)
    }
    if wasOver {
      endNow()
      return false
    }
    let count = batch.count { $0.message != nil }
    defer { destroy(batch.lazy.compactMap(\.message)) }
    var contents: [StoredMessage.Content] = []
    contents.reserveCapacity(batch.count)
    var (sequence, earlier, headers) = (UInt64(0), UInt64?.none, OtherHeaders())
    for incoming in batch where earlier == nil {
      earlier = take(incoming, &contents, &headers)
      if earlier == nil { sequence = max(sequence, incoming.sequence) }
    }
    var isReplayed = !wasCaughtUp && earlier == nil && batch.contains { $0.sequence >= stream.last }
    deliver(contents)
    if !wasCaughtUp, let start = missingReplay(contents.count, isReplayed: isReplayed) {
      isReplayed = false
      order.withLock { $0 = StreamOrder(start: start, isExclusive: stream.denseFrom != nil) }
      ends.clear()
      earlier = start
    }
    if let earlier { readAgain(from: earlier) }

    let (opening, hasMore, isFinishing, isHeldBack) = state.withLock {
      state -> (CheckedContinuation<Void, Never>?, Bool, Bool, Bool) in
      state.heard = max(state.heard, sequence)
      if isReplayed { state.isCaughtUp = true }
      let opening = isReplayed && state.hasConsumer ? state.opening.take() : nil
      return (opening, !state.incoming.isEmpty || state.isOver, state.isFinishing, state.isHeldBack)
    }
    opening?.resume()
    // What waits for an actor counts as not delivered, so that a slow listener bounds what is requested.
    if count > 0 { ends.whenHandled { [weak self, size] in self?.handle(.delivered(count: count, size: size)) } }
    setAlarm()
    if isHeldBack { client.publishing.submit(publication) }
    if isFinishing { endIfDone() }
    return hasMore
  }

  func deliver(_ contents: [StoredMessage.Content]) {
    if contents.isEmpty { return }
    ends.deliver?(contents) { mayDeliver.load(ordering: .relaxed) }
    client.counts.heard.add(contents.count, ordering: .relaxed)
  }

  /// Reads a message, and adds it to `contents` if it is heard.
  ///
  /// - Returns: From where the stream must be read again before the message can be decided.
  private func take(
    _ incoming: Incoming,
    _ contents: inout [StoredMessage.Content],
    _ headers: inout OtherHeaders
  ) -> UInt64? {
    if incoming.missed > 0 {
      missed(incoming.missed)
      state.withLock { $0.missedCount = $0.missedCount.addingClamped(incoming.missed) }
    }
    if incoming.first > 0 { order.withLock { $0.dropped(below: incoming.first) } }
    guard let message = incoming.message?.pointer else { return nil }
    let id = MessageID(of: message)
    let (verdict, lost) = order.withLock { $0.take(id, at: incoming.sequence) }
    if lost > 0, incoming.sequence >= stream.reportedFrom { missedByNumbers(lost) }
    switch verdict {
    case .heard:
      // With one byte more than the limit, a message that is too large is recognized.
      let count = min(Int(natsMsg_GetDataLength(message)), messageLimit + 1)
      let bytes = Array(UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count))
      var content = StoredMessage.Content(bytes: bytes, sequence: incoming.sequence, time: incoming.time)
      if ends.readsHeaders { content.headers = headers.read(message) }
      contents.append(content)
    case .dropped: break
    case .impossible: check()
    case .undecided(let earlier): return earlier
    }
    return nil
  }

  /// Where to begin to replay anew, if fewer messages were heard than the strategy replays: some are copies.
  private func missingReplay(_ count: Int, isReplayed: Bool) -> UInt64? {
    state.withLock { state in
      state.replayCount += count
      guard isReplayed, state.replayCount < stream.replayLimit, state.start > stream.first else { return nil }
      let former = stream.last + 1 - min(state.start, stream.last)
      let distance = min(former.addingClamped(former), stream.last)
      (state.start, state.replayCount) = (max(stream.first, stream.last + 1 - distance), 0)
      return state.start
    }
  }

  /// Reads the stream again from an earlier message on. What has arrived behind it comes again.
  private func readAgain(from sequence: UInt64) {
    order.withLock { $0.readAgain(from: sequence) }
    var actions: [ReaderAction]?
    let incoming = state.withLock { state in
      actions = state.reader?.handle(.readAgain(from: sequence, count: state.incoming.count), at: .now)
      return state.incoming.takeAll()
    }
    let rest = Incoming.destroy(incoming)
    if rest.missed > 0 {
      missed(rest.missed)
      state.withLock { $0.missedCount = $0.missedCount.addingClamped(rest.missed) }
    }
    perform(actions ?? [])
    if rest.count > 0 { handle(.delivered(count: rest.count, size: rest.size)) }
  }

  /// Messages of a sender are missing. Some of them may have been reported when the sequences showed it.
  private func missedByNumbers(_ count: UInt64) {
    let rest = state.withLock { state -> UInt64 in
      let known = min(count, state.missedCount)
      state.missedCount -= known
      return count - known
    }
    if rest > 0 { missed(rest) }
  }

  func missed(_ count: UInt64) {
    state.withLock { $0.missedTotal = $0.missedTotal.addingClamped(count) }
    client.report(NATSFailure(subject, .missed(Int(clamping: count)), NATSError.dropped))
  }
}

extension ReaderAction {
  var isCreation: Bool { if case .create = self { true } else { false } }
}
#endif
