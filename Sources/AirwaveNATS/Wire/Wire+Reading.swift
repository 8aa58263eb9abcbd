#if NATS
import Airwave
import CNATS
import Synchronization

extension Wire {
  /// How many messages, and bytes, are decoded at a time, before other pairs have their turn.
  private static let turn = (count: 256, size: 256 << 10)

  /// Messages of the stream have arrived. The thread of the inbox calls this.
  ///
  /// - Returns: The messages that are not needed. The wire keeps the others until the job `delivery` has run.
  func arrived(_ messages: [Arrival]) -> [Handle] {
    let overhead = subject.utf8.count + Reader.overhead
    let now = Nanoseconds.now
    var rejected: [Handle] = []
    let actions = state.withLock { state -> [ReaderAction] in
      var actions: [ReaderAction] = []
      for (message, delivery) in messages.lazy.map({ ($0.message, $0.delivery) }) {
        let size = Int(natsMsg_GetDataLength(message.pointer)) + delivery.length + overhead
        let event = ReaderMessage(
          sequence: delivery.sequence,
          delivery: delivery.delivery,
          pending: delivery.pending,
          size: size
        )
        let (missed, wanted) = state.isOver ? (nil, []) : state.reader?.receive(event, at: now) ?? (nil, [])
        actions += wanted
        if let missed {
          state.incoming.append(
            Incoming(message: message, sequence: delivery.sequence, time: delivery.time, size: size, missed: missed)
          )
        } else {
          rejected.append(message)
        }
      }
      return actions
    }
    if !actions.isEmpty { perform(actions) }
    return rejected
  }

  /// Tells the reader what has happened.
  func handle(_ event: ReaderEvent) {
    let (actions, mustDeliver) = state.withLock { state -> ([ReaderAction], Bool) in
      guard !state.isOver else { return ([], false) }
      let actions = state.reader?.handle(event, at: .now) ?? []
      guard case .heartbeat = event, !state.isCaughtUp, state.hasConsumer, !actions.contains(where: \.isCreation) else {
        return (actions, false)
      }
      // The stream has nothing more: the newest message was deleted meanwhile.
      state.incoming.append(Incoming(message: nil, sequence: stream.last, time: 0, size: 0, missed: 0))
      return (actions, true)
    }
    if mustDeliver { client.delivering.submit(delivery) }
    perform(actions)
    setAlarm()
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
          reply: client.inbox.subject(.pull(wire: number, pull: pull))
        )
        setAlarm()
      case .delete(let consumer): deleteConsumer(consumer)
      case .miss(let count):
        state.withLock { state in
          state.incoming.append(Incoming(message: nil, sequence: 0, time: 0, size: 0, missed: count))
        }
        client.delivering.submit(delivery)
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
    var contents: [StoredMessage.Content] = []
    contents.reserveCapacity(batch.count)
    for incoming in batch { take(incoming, &contents) }
    destroy(batch.lazy.compactMap(\.message))
    let isReplayed = !wasCaughtUp && batch.contains { $0.sequence >= stream.last }
    contents += released(isReplayed: isReplayed)
    deliver(contents)

    let (opening, hasMore, isFinishing, isHeldBack) = state.withLock {
      state -> (CheckedContinuation<Void, Never>?, Bool, Bool, Bool) in
      state.heard = max(state.heard, batch.last { $0.message != nil }?.sequence ?? 0)
      if isReplayed { state.isCaughtUp = true }
      let opening = isReplayed && state.hasConsumer ? state.opening.take() : nil
      return (opening, !state.incoming.isEmpty || state.isOver, state.isFinishing, state.isHeldBack)
    }
    opening?.resume()
    let count = batch.count { $0.message != nil }
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

  /// Reads a message, and adds to `contents` what may be delivered now.
  private func take(_ incoming: Incoming, _ contents: inout [StoredMessage.Content]) {
    if incoming.missed > 0 {
      missed(incoming.missed)
      if stream.denseFrom == nil { state.withLock { $0.promisedCount += incoming.missed } }
    }
    guard let message = incoming.message?.pointer else { return }
    // With one byte more than the limit, a message that is too large is recognized.
    let count = min(Int(natsMsg_GetDataLength(message)), messageLimit + 1)
    let bytes = Array(UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count))
    let content = StoredMessage.Content(bytes: bytes, sequence: incoming.sequence, time: incoming.time)
    guard let id = MessageID(of: message) else { return contents.append(content) }
    let dropped = resequencer.withLock { resequencer -> UInt64 in
      if resequencer.admitNext(id) {
        contents.append(content)
        return 0
      }
      let (released, dropped) = resequencer.advance(id)
      contents += released
      switch resequencer.admit(id, size: bytes.count + Outbox.overhead, at: .now, content) {
      case .deliver:
        contents.append(content)
        while let next = resequencer.next(of: id.sender) { contents.append(next) }
      case .held:
        if resequencer.heldSize > client.options.bufferLimit || resequencer.isCrowded {
          contents += resequencer.release()
        }
      case .repeated: break
      }
      return dropped
    }
    // Otherwise the gaps in the sequences of the stream tell.
    if dropped > 0, stream.denseFrom == nil { missedByNumbers(dropped) }
  }

  /// Messages of a sender are missing. Some of them may have been reported when the consumer no longer had them.
  private func missedByNumbers(_ count: UInt64) {
    let rest = state.withLock { state -> UInt64 in
      let known = min(count, state.promisedCount)
      state.promisedCount -= known
      return count - known
    }
    if rest > 0 { missed(rest) }
  }

  private func missed(_ count: UInt64) {
    client.report(NATSFailure(subject, .missed(Int(clamping: count)), NATSError.dropped))
  }

  /// What waits for earlier messages, and need not or must not wait any longer.
  private func released(isReplayed: Bool) -> [StoredMessage.Content] {
    let patience = holdingTime
    let (released, dropped) = resequencer.withLock { resequencer -> ([StoredMessage.Content], UInt64) in
      if isReplayed { return (resequencer.release(), 0) }
      let (now, before) = (Nanoseconds.now, resequencer.passedOver)
      let released = resequencer.release(heldUntil: now - min(now, patience))
      return (released, resequencer.passedOver - before)
    }
    if dropped > 0, stream.denseFrom == nil { missedByNumbers(dropped) }
    return released
  }

  /// For how long a message waits for an earlier one whose sender may be gone.
  var holdingTime: Nanoseconds { Nanoseconds(client.options.timeout).multipliedClamping(by: 2) }
}

extension ReaderAction {
  var isCreation: Bool { if case .create = self { true } else { false } }
}

extension Nanoseconds {
  func multipliedClamping(by factor: Nanoseconds) -> Nanoseconds {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
#endif
