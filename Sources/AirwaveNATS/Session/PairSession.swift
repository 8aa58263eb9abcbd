#if NATS
import Airwave
import Synchronization

/// The state of one pair over one connection, or of one end of it: publishes what is broadcast to a stream, and reads
/// the stream.
///
/// ```
/// broadcast ─▶ Outbox ─▶ publishing thread ─▶ server
///                ▲                              │
///                └── acknowledgments ◀── inbox ◀┤
///                                               │ messages
///  listeners ◀─ local pair ◀─ StreamOrder ◀─ Reader
/// ```
///
/// `Outbox`, `Reader`, `StreamOrder` and `StreamWatch` decide, and do nothing. The session passes them the events, and
/// does what they answer, outside of its lock. It knows bytes alone: `deliver` decodes them and broadcasts on the local
/// pair.
final class PairSession: Sendable {
  typealias Completion = @Sendable (Result<NATSPosition, NATSError>) -> Void

  struct State: ~Copyable {
    var outbox: Outbox
    /// Nil if the session only sends.
    var reader: Reader?
    /// The messages that have arrived and are not delivered.
    var incoming = RingBuffer<Incoming>()
    /// The sequence of the newest message that was acknowledged, and of the newest that was delivered.
    var stored: UInt64 = 0
    var heard: UInt64
    /// How many messages were reported as missed, because sequences are missing or a consumer had promised them, and
    /// are not yet missing in the numbers of a sender.
    var missedCount: UInt64 = 0
    /// How many messages were reported as missed.
    var missedTotal: UInt64 = 0
    /// Where reading has begun, and how many messages were heard that the strategy replays.
    var start: UInt64
    var replayCount = 0
    /// Called with the acknowledgment of a message, by its number.
    var completions: [UInt64: Completion] = [:]
    /// The reader is far behind what was stored, though it is not waiting for a listener: nothing is published
    /// meanwhile.
    var isHeldBack = false
    /// The earliest time of an alarm that is set.
    var alarm: Nanoseconds?

    /// A consumer was created, at least once.
    var hasConsumer: Bool
    /// The messages that the stream had when the session was made are delivered.
    var isCaughtUp: Bool
    /// Resumed when the session is open, or when it ends.
    var opening: CheckedContinuation<Void, Never>?
    /// The task that made the session was cancelled before the session had caught up.
    var isCancelled = false
    /// Why nothing is stored, if the newest attempt has failed.
    var sendingTrouble: NATSError?
    /// Why there is no server at present. What it had answered before may still arrive. Nil if there is one.
    var disconnection: NATSError?
    /// What the listeners of `states` have heard last.
    var told: NATSPairState
    /// Whether the stream is still the one that is known.
    var watch: StreamWatch
    /// A request for the state of the stream is in progress.
    var isChecking = false

    /// The pair was finished by its user: later broadcasts are ignored.
    var isFinishing = false
    /// The time-out of `close()` has passed: the session ends without hearing its own values.
    var isHurried = false
    /// All messages are acknowledged and heard, or given up.
    var isOver = false
    var isEnded = false
    /// The error that ended the session.
    var reason = NATSError.finished
    var finishers: [CheckedContinuation<Void, Never>] = []

    /// Whether there is a consumer, and the session has caught up.
    var isOpen: Bool { hasConsumer && isCaughtUp }
  }

  let number: Int
  let client: Client
  let subject: String
  let stream: StreamPosition
  let ends: SessionEnds
  let messageLimit: Int
  let state: Lock<State>
  let states = Receiver<NATSPairState>.make(strategy: .warm(upTo: 1))
  /// Whether `state.isOver` is false. The delivering thread asks before each value.
  let mayDeliver = Atomic<Bool>(true)
  /// Only the job `delivery` changes it.
  let order: Lock<StreamOrder>
  let publication = SessionJob { $0.publishSome() }
  let delivery = SessionJob { $0.deliverSome() }

  init(_ number: Int, _ client: Client, _ subject: String, _ stream: StreamPosition, _ ends: SessionEnds) {
    (self.number, self.client, self.subject, self.stream, self.ends) = (number, client, subject, stream, ends)
    messageLimit = min(client.options.messageLimit, .max - 1)
    let reads = ends.deliver != nil
    var limits = ReaderLimits()
    limits.heartbeat = Nanoseconds(client.options.heartbeat)
    // Requests that are far ahead make a replay faster. Where the stream stores other subjects, losses are counted by
    // what the consumer promises, which is less exact the more the stream drops behind a request.
    if stream.denseFrom != nil { limits.count = 32_768 }
    limits.lead = min(limits.lead, max(1, UInt64(stream.limit) / 4))
    order = Lock(StreamOrder(start: stream.start, isExclusive: stream.denseFrom != nil))
    let outbox = Outbox(
      limit: client.options.bufferLimit,
      behind: stream.extent.last,
      windowCount: min(Window.count, max(1, stream.limit / 8))
    )
    let hasCopies = stream.hasCopies
    var reader =
      reads ? Reader(next: stream.start, denseFrom: stream.denseFrom, hasCopies: hasCopies, limits: limits) : nil
    _ = reader?.streamHas(stream.extent, at: .now)
    state = Lock(
      State(
        outbox: outbox,
        reader: reader,
        heard: stream.start - 1,
        start: stream.start,
        hasConsumer: !reads || ends.isHeard != nil,
        isCaughtUp: !reads || stream.last < stream.start,
        told: NATSPairState(
          reading: reads && ends.isHeard == nil ? .active : .unused,
          publishing: ends.publishes ? .active : .unused
        ),
        watch: StreamWatch(behind: stream.mark)
      )
    )
    states.transmitter.broadcast(state.withLock { $0.told })
    publication.attach(self)
    delivery.attach(self)
  }

  deinit {
    Incoming.destroy(state.withLock { $0.incoming.takeAll() })
  }
}

/// What a session does with what it reads, and at its end.
struct SessionEnds: Sendable {
  /// Delivers messages, one after the other, while the closure that it is passed says so. Nil if the session only
  /// sends.
  var deliver: (@Sendable ([StoredMessage.Content], _ isOpen: () -> Bool) -> Void)?
  /// Calls a closure once listeners on actors have handled what was delivered.
  var whenHandled: @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
  /// Whether the headers are read that senders have added.
  var readsHeaders = false
  /// Whether the session sends.
  var publishes = true
  /// Whether the receiver has a listener. Reading begins with the first one. Nil if reading begins at once.
  var isHeard: (@Sendable () -> Bool)?
  /// Forgets what was replayed: it is delivered again, from an earlier message on.
  var clear: @Sendable () -> Void = {}
  /// The pair is finished.
  var end: @Sendable () -> Void
}

/// A message that has arrived, or what is known of messages that do not.
struct Incoming {
  /// Nil if there is none.
  var message: Handle?
  var sequence: UInt64 = 0
  var time: UInt64 = 0
  /// What the reader counted for it.
  var size = 0
  /// How many messages before it the stream has dropped.
  var missed: UInt64 = 0
  /// The first sequence that the stream has, if that is known.
  var first: UInt64 = 0

  /// Destroys messages that are not delivered.
  ///
  /// - Returns: How many there were, what the reader counted for them, and how many messages before them the stream has
  ///   dropped.
  @discardableResult
  static func destroy(_ all: consuming RingBuffer<Incoming>) -> (count: Int, size: Int, missed: UInt64) {
    var (messages, size, missed) = ([Handle](), 0, UInt64(0))
    while let next = all.popFirst() {
      if let message = next.message { messages.append(message) }
      (size, missed) = (size + next.size, missed.addingClamped(next.missed))
    }
    AirwaveNATS.destroy(messages)
    return (messages.count, size, missed)
  }
}

/// The work of a session for one of the workers of its client.
final class SessionJob: Worker.Job {
  let jobState = Worker.JobState()
  private let body: @Sendable (PairSession) -> Bool
  private let session = Lock(Reference())

  private struct Reference {
    weak var session: PairSession?
  }

  init(_ body: @escaping @Sendable (PairSession) -> Bool) {
    self.body = body
  }

  func attach(_ session: PairSession) {
    self.session.withLock { $0.session = session }
  }

  func run() -> Bool {
    session.withLock { $0.session }.map(body) ?? false
  }
}
#endif
