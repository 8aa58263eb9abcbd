#if NATS
/// Decides how a pair reads its stream: with a pull consumer, whose messages it requests in batches.
///
/// ```
/// begin ─▶ creating ─▶ reading ─▶ …
///             ▲  │        │ a message is missing, heartbeats stop, the consumer is gone
///             │  ▼        ▼
///             pausing ◀───┘          disconnected (from each phase, and back to creating)
/// ```
///
/// It requests no more messages than it has room for, so that the server keeps the others: a slow listener bounds what
/// is fetched. It requests the next batch while half of the room is still to come. The consumer is ephemeral, and asks
/// for no acknowledgments. When the reader is in doubt, it creates another consumer, behind the last message that
/// arrived.
///
/// A request has a limit in bytes, which the reader avoids to reach: a server does not tell that a request has ended if
/// a message takes exactly the last byte. It requests as many messages as take half of the bytes if they are as large
/// as those that arrived lately.
///
/// It has neither a lock nor effects. `PairSession` passes it each event, and performs the actions that it answers.
struct Reader {
  private enum Phase: Equatable {
    case idle
    case creating
    case pausing(until: Nanoseconds)
    case reading
    case disconnected
  }

  private static let shortestPause = 50 * Nanoseconds.millisecond
  private static let longestPause = Nanoseconds.second
  /// How many messages are requested before the size of any is known.
  private static let firstBatch = 256
  /// Why a consumer is not used whose server has fewer messages than this process has heard of.
  static let lagging = "its messages are older than those of the stream"
  /// What a message takes beside its bytes: subjects and headers.
  static let overhead = 192

  private var phase = Phase.idle
  /// The sequence of the next message that is expected.
  private(set) var next: UInt64
  /// Up to where it was counted what the stream has dropped.
  private var counted: UInt64
  private var limits: ReaderLimits
  private let denseFrom: UInt64?
  private var attempt: UInt64 = 0
  private var pause = Reader.shortestPause
  /// How many consumers in a row gave no sign of life.
  private var silenceCount = 0
  /// Why there is no consumer. Nil once there is one.
  private var failure: NATSError?
  /// Why the consumer before the present one could not be used any more. Nil once the present one gives a sign of life.
  private var doubt: NATSError?

  /// The consumer of which messages are expected.
  private(set) var consumer: String?
  /// The sequence of the next message among those of the consumer.
  private var nextDelivery: UInt64 = 1
  private var backlog: Backlog
  /// Since when servers have answered that they have nothing, if nothing else has happened meanwhile. Begins anew when
  /// the leader says that the stream has more.
  private(set) var emptySince: Nanoseconds?
  /// How many messages the present consumer had behind the newest that it has sent.
  private var promised: UInt64 = 0
  /// When the consumer gave the last sign of life, or was asked for one.
  private var heardAt: Nanoseconds = 0

  private var pulls = PullRequests()
  /// A moving average.
  private var meanSize: Int
  /// What has arrived and is not handled.
  private var buffered = (count: 0, size: 0)

  /// - Parameters:
  ///   - next: The sequence of the first message to read.
  ///   - denseFrom: The sequence from which on a gap means that the stream has dropped messages. Nil if the stream
  ///     stores other subjects.
  ///   - hasCopies: Whether several servers keep the stream.
  ///   - limits: How much to request.
  init(next: UInt64, denseFrom: UInt64?, hasCopies: Bool = false, limits: ReaderLimits = ReaderLimits()) {
    (self.next, self.denseFrom, self.limits, counted) = (next, denseFrom, limits, next)
    backlog = Backlog(isExclusive: denseFrom != nil, hasCopies: hasCopies)
    meanSize = limits.size / 2 / Self.firstBatch
  }

  /// Whether the server sends messages slower than they are published. A pair that hears its own values then publishes
  /// nothing for a while, so that the stream does not drop what it has not heard. It does not wait for a slow listener.
  func isBehind(_ stored: UInt64, at now: Nanoseconds) -> Bool {
    phase == .reading && stored > next.addingClamped(limits.lead) && now < heardAt + 500 * .millisecond
      && buffered.count < limits.count / 4 && buffered.size < limits.size / 8
  }

  /// Whether reading has not begun.
  var isIdle: Bool { phase == .idle }

  /// Why nothing is read at present, as far as is known: the newest attempt to read has failed, or the consumer before
  /// the present one was lost, and the present one has given no sign of life.
  var trouble: NATSError? { failure ?? doubt }

  /// How many messages the stream has behind the newest that arrived, and how many arrived and are not handled.
  var lag: Int { Int(clamping: backlog.count.addingClamped(UInt64(max(0, buffered.count)))) }

  /// Whether the server that leads the stream has a message that has not arrived. A server that has nothing is behind
  /// it.
  var isShort: Bool { backlog.hasMore(from: next) }

  /// When to call ``handle(_:at:)`` with ``ReaderEvent/tick``.
  var deadline: Nanoseconds? {
    switch phase {
    case .pausing(let until): until
    case .reading where !pulls.isEmpty: heardAt + patience
    default: nil
    }
  }

  /// How long a consumer may be silent. Longer after each that was: the link may be slow.
  private var patience: Nanoseconds {
    limits.heartbeat * 2 + (Nanoseconds.second / 2) << Nanoseconds(min(silenceCount, 6))
  }
}

/// Events.
extension Reader {
  mutating func handle(_ event: ReaderEvent, at now: Nanoseconds) -> [ReaderAction] {
    switch event {
    case .begin: return create()
    case .disconnected:
      if phase == .idle { return [] }
      (phase, failure, doubt, emptySince) = (.disconnected, .disconnected, nil, nil)
      return leave()
    case .reconnected:
      if phase == .idle { return [] }
      failure = .restored
      return create()
    case .created(let attempt, let name, let pending):
      guard attempt == self.attempt, phase == .creating else { return [.delete(consumer: name)] }
      (phase, consumer, nextDelivery, heardAt, failure) = (.reading, name, 1, now, nil)
      backlog.consumerHas(pending, from: next)
      let actions = refill(at: now)
      // While a listener is slow, nothing is requested, and no sign of life can come.
      if pulls.isEmpty { doubt = nil }
      return actions
    case .failed(let attempt, let reason):
      guard attempt == self.attempt, phase == .creating else { return [] }
      (failure, emptySince) = (reason, nil)
      return startPause(at: now)
    case .message(let message):
      let (missed, actions) = receive(message, at: now)
      return (missed.map { [.accept(missed: $0)] } ?? []) + actions
    case .heartbeat(let pull, let delivery): return isPresent(pull) ? heartbeat(delivery, at: now) : []
    case .ended(let pull, let isTooLarge): return isPresent(pull) ? ended(pull, isTooLarge, at: now) : []
    case .limited(let pull, let count):
      limits.count = max(1, min(limits.count, count))
      return isPresent(pull) ? ended(pull, false, at: now) : []
    case .lost(let pull, let words): return isPresent(pull) ? lost(words, at: now) : []
    case .readAgain(let sequence, let count):
      // Sequences may be those of other subjects.
      backlog.add(denseFrom == nil ? UInt64(count) : next - min(next, sequence))
      next = sequence
      return phase == .idle || phase == .disconnected ? [] : create()
    case .delivered(let count, let size):
      buffered = (buffered.count - count, buffered.size - size)
      return refill(at: now)
    case .tick:
      guard let deadline, deadline <= now else { return [] }
      if phase == .reading { (silenceCount, doubt, emptySince) = (silenceCount + 1, .silent, nil) }
      return create()
    }
  }

  /// A message of the present consumer arrived.
  ///
  /// - Returns: How many messages the stream has dropped before it, or nil if it must not be delivered; and what to do.
  ///   No memory is allocated for most messages.
  mutating func receive(_ message: ReaderMessage, at now: Nanoseconds) -> (missed: UInt64?, actions: [ReaderAction]) {
    guard phase == .reading, message.delivery >= nextDelivery else { return (nil, []) }
    emptySince = nil
    // A consumer begins behind the end of what its server has, and goes on with what this process has heard long ago.
    if message.sequence < next { return (nil, lost(Self.lagging, at: now)) }
    // A message was lost between the server and this process.
    if message.delivery > nextDelivery { return (nil, create()) }
    (nextDelivery, pause) = (nextDelivery + 1, Self.shortestPause)
    heardSomething(at: now)
    pulls.countArrival()
    meanSize += (message.size - meanSize) / 8
    let missed = missed(before: message)
    (promised, next) = (message.pending, message.sequence + 1)
    backlog.arrived(followedBy: message.pending, from: next)
    counted = max(counted, next)
    buffered = (buffered.count + 1, buffered.size + message.size)
    return (missed, refill(at: now))
  }

  /// The server waits for messages to be published.
  private mutating func heartbeat(_ delivery: UInt64?, at now: Nanoseconds) -> [ReaderAction] {
    // A message that the server has sent did not arrive.
    if let delivery, delivery >= nextDelivery { return create() }
    heardSomething(at: now)
    let since = emptySince ?? now
    emptySince = since
    // The consumer has none of the messages that it had promised.
    let missed = denseFrom == nil ? exchange(&promised, with: 0) : 0
    let actions: [ReaderAction] = missed > 0 ? [.miss(count: missed)] : []
    backlog.consumerHas(0, from: next)
    if isShort, now - since >= 2 * limits.heartbeat { return actions + lost(Self.lagging, at: now) }
    return actions + refill(at: now)
  }

  /// A request has ended before its batch was complete.
  private mutating func ended(_ pull: UInt64, _ isTooLarge: Bool, at now: Nanoseconds) -> [ReaderAction] {
    heardSomething(at: now)
    let isEmpty = pulls.end(pull)
    // The next message is larger than what was asked for.
    if isEmpty, isTooLarge { limits.size = min(limits.size * 2, ReaderLimits.largestSize) }
    return (backlog.hasCopies && isEmpty && !isTooLarge ? [.look] : []) + refill(at: now)
  }

  /// The present consumer is of no use any more.
  private mutating func lost(_ words: String, at now: Nanoseconds) -> [ReaderAction] {
    doubt = NATSError(lost: words)
    return startPause(at: now)
  }
}

extension Reader {
  /// Whether messages of the consumer of a request are expected.
  func isPresent(_ pull: UInt64) -> Bool { phase == .reading && pulls.areOfConsumer(of: pull) }

  /// The server that leads the stream says what the stream has. Returns whether it should be asked for the newest
  /// message of the subject, too.
  mutating func streamHas(_ extent: StreamExtent, at now: Nanoseconds) -> Bool {
    let isReading = phase == .reading
    return learn(at: now) { $0.streamHas(extent, from: $1, isReading: isReading) }
  }

  /// The server that leads the stream says which is the newest message of the subject, or 0 if that is not known.
  mutating func streamHas(newest: UInt64, at now: Nanoseconds) {
    learn(at: now) { $0.streamHas(newest: newest, from: $1) }
  }

  private mutating func learn<Result>(at now: Nanoseconds, _ body: (inout Backlog, UInt64) -> Result) -> Result {
    let wasShort = isShort
    let result = body(&backlog, next)
    // The server of the consumer may be a moment late: its time begins now, whatever it said before.
    if isShort, !wasShort, phase == .reading { emptySince = now }
    return result
  }

  /// The consumer has given a sign of life.
  private mutating func heardSomething(at now: Nanoseconds) {
    (heardAt, silenceCount) = (now, 0)
    if doubt != nil { doubt = nil }
  }

  private func missed(before message: ReaderMessage) -> UInt64 {
    if let denseFrom {
      let expected = max(counted, denseFrom)
      return message.sequence - min(message.sequence, expected)
    }
    // The consumer had promised more than it still has. Messages that were published meanwhile can hide some.
    return promised > message.pending + 1 ? promised - message.pending - 1 : 0
  }

  /// Nothing is expected of the present consumer any more.
  private mutating func leave() -> [ReaderAction] {
    let former = consumer
    (consumer, promised) = (nil, 0)
    pulls.forget()
    return former.map { [.delete(consumer: $0)] } ?? []
  }

  private mutating func create() -> [ReaderAction] {
    attempt += 1
    phase = .creating
    return leave() + [.create(attempt: attempt, sequence: next)]
  }

  private mutating func startPause(at now: Nanoseconds) -> [ReaderAction] {
    phase = .pausing(until: now + pause)
    pause = min(pause * 2, Self.longestPause)
    return leave()
  }

  /// Requests messages if half of the room is free.
  private mutating func refill(at now: Nanoseconds) -> [ReaderAction] {
    guard phase == .reading, let consumer else { return [] }
    let room = max(1, min(limits.count, limits.size / 2 / max(1, meanSize)))
    let count = room - buffered.count - pulls.messageCount
    // Two requests at most, because each may bring all of its bytes if messages suddenly grow.
    guard pulls.count < 2, count > 0, count >= room / 2, buffered.size <= limits.size / 4 else { return [] }
    if pulls.isEmpty {
      // The server may have removed it meanwhile.
      if now - heardAt > ReaderLimits.inactivity / 2 { return create() }
      heardAt = now
    }
    return [.pull(consumer: consumer, pull: pulls.add(count), count: count, size: limits.size)]
  }
}
#endif
