#if Inspector
import Airwave
import Synchronization

/// What is known of a listener, or of the listener of a source that an operator joins or shares.
///
/// A record extends no lifetime, and has no closure and no value.
package final class ListenerRecord: Sendable {
  private struct Content {
    var place: (fileID: StaticString, line: UInt)?
    var isolation: Any.Type?
    var ownerType: Any.Type?
    /// The operators that the listener is behind, the last one first.
    var operators: [StaticString] = []
    var source: Int?
    var parent: Int?
    /// The session in which the listener joined its source, and how many values the source had sent in it.
    var joined = (session: 0, total: 0)
    /// What is timed by the entry of the listener table that this listener has, if that is another entry. That entry
    /// holds it.
    weak var original: AnyListener?
  }

  /// A number that no other listener and no pair has.
  package let id = Inspection.nextID()
  private let reference: OwnerReference?
  private let content = Lock(Content())
  private let hasEnded = Atomic<Bool>(false)

  // Relaxed: a listener is called by one thread at a time (Contract 3), and what reads the counts needs no order.
  private let callCount = Atomic<Int>(0)
  private let total = Atomic<Int64>(0)
  private let longest = Atomic<Int64>(0)
  /// How long the calls took. Made with the first call.
  private let times = AtomicLazyReference<TimeHistogram>()
  /// The turns that wait for the actor of the closure. Posts and turns may be on different threads.
  private let waitingTurns = Atomic<Int>(0)
  private let sinceMade = Stopwatch()
  private let session = Atomic<Int>(0)
  private let storedIsTimedAtClosure = Atomic<Bool>(false)
  private let isLookScheduled = Atomic<Bool>(false)
  /// Whether a look on the actor of the listener has found that the owner is gone.
  private let hasLostOwner = Atomic<Bool>(false)

  init(owner: OwnerReference?) {
    reference = owner
  }

  /// The file in which the listener was made. Nil for the listener of a source, and in an asynchronous sequence.
  package var fileID: StaticString? { content.withLock { $0.place?.fileID } }
  package var line: UInt { content.withLock { $0.place?.line ?? 0 } }

  /// The type of the actor that the closure is isolated to.
  package var isolation: String? { content.withLock { $0.isolation }.map { String(describing: $0) } }

  /// The type of the owner.
  package var owner: String? { content.withLock { $0.ownerType }.map { String(describing: $0) } }

  /// Whether the listener has an owner, and the owner is deinitialized. The owner of a listener with an isolation is
  /// loaded only there, and counts as living until a call of `Inspection.lookAtOwners()` has found that it is not.
  package var isOwnerGone: Bool {
    switch reference?.place {
    case nil: false
    case .actor: hasLostOwner.load(ordering: .relaxed)
    case .anywhere: reference?.object == nil
    case .nowhere: true
    }
  }

  /// The operators between the source and the listener, in this order.
  package var operators: [StaticString] { content.withLock { $0.operators }.reversed() }

  /// The `id` of the pair that the listener has joined. Nil if it hears the listeners whose `parent` it is.
  package var source: Int? { content.withLock { $0.source } }

  /// How many values the source had sent when the listener joined. 0 if that was before the inspector was started.
  package var totalWhenJoined: Int {
    content.withLock { $0.joined.session == Inspection.session ? $0.joined.total : 0 }
  }

  /// The `id` of the listener, or of the shared receiver, that hears what this one hears.
  package var parent: Int? { content.withLock { $0.parent } }

  /// The number of calls since the inspector was started: of the closure, if the listener was made while the inspector
  /// ran, and otherwise of the operators before it.
  package var calls: Int { callCount.load(ordering: .relaxed) }

  /// The time of all calls. A call of a listener on another actor that was made before the inspector was started only
  /// posts the value.
  package var totalTime: Duration { .nanoseconds(total.load(ordering: .relaxed)) }
  package var longestTime: Duration { .nanoseconds(longest.load(ordering: .relaxed)) }

  /// The time that 99 of 100 calls did not exceed, to a quarter. Zero if there was no call.
  package var percentile99: Duration { .nanoseconds(calls == 0 ? 0 : times.load()?.percentile99 ?? 0) }

  /// Whether calls are counted and timed at the closure: the listener was made while the inspector ran.
  package var isMeasured: Bool { isTimedAtClosure }

  /// How many values were posted to the actor of the listener since the inspector was started, and wait for a turn.
  package var waitingCount: Int {
    session.load(ordering: .relaxed) == Inspection.session ? max(0, waitingTurns.load(ordering: .relaxed)) : 0
  }

  /// The time since the listener was made.
  package var age: Duration { .nanoseconds(sinceMade.nanoseconds) }

  package var isLive: Bool { !hasEnded.load(ordering: .relaxed) }
}

// MARK: For disposables and probes

extension ListenerRecord {
  func end() {
    hasEnded.store(true, ordering: .relaxed)
    Inspection.remove(self)
  }

  /// The actor on which a look at the owner must be made. Nil if none is needed, or one is scheduled already.
  ///
  /// The caller makes the look.
  func scheduleLook() -> (any Actor)? {
    guard case .actor(let actor) = reference?.place, !hasLostOwner.load(ordering: .relaxed),
      !isLookScheduled.exchange(true, ordering: .relaxed)
    else { return nil }
    return actor
  }

  /// Called on the actor of the listener.
  func lookAtOwner() {
    isLookScheduled.store(false, ordering: .relaxed)
    if reference?.object == nil { hasLostOwner.store(true, ordering: .relaxed) }
  }

  func setPlace(_ fileID: StaticString, _ line: UInt, owner: Any.Type?) {
    content.withLock { ($0.place, $0.ownerType) = ((fileID, line), owner) }
  }

  func setIsolation(_ isolation: Any.Type) {
    content.withLock { $0.isolation = isolation }
  }

  func setSource(_ source: PairRecord) {
    content.withLock { ($0.source, $0.joined) = (source.id, (Inspection.session, source.total)) }
  }

  func setOriginal(_ listener: AnyListener) {
    content.withLock { $0.original = listener }
  }

  /// Returns what is timed by another entry, which is about to be removed from the table.
  func takeOriginal() -> AnyListener? {
    content.withLock { exchange(&$0.original, with: nil) }
  }

  func setParent(_ parent: Int) {
    content.withLock { $0.parent = parent }
  }

  func addOperator(_ name: StaticString) {
    content.withLock { $0.operators.append(name) }
  }

  /// From now on, calls are counted at the closure, and not where the pair calls the listener.
  func timeAtClosure() {
    storedIsTimedAtClosure.store(true, ordering: .relaxed)
  }

  var isTimedAtClosure: Bool { storedIsTimedAtClosure.load(ordering: .relaxed) }

  /// Begins to count anew if the session is a new one.
  private func begin(_ session: Int) {
    if self.session.load(ordering: .relaxed) == session { return }
    self.session.store(session, ordering: .relaxed)
    callCount.store(0, ordering: .relaxed)
    total.store(0, ordering: .relaxed)
    longest.store(0, ordering: .relaxed)
    waitingTurns.store(0, ordering: .relaxed)
    times.load()?.clear()
  }

  /// Counts a value that was posted to the actor, or a turn that the actor has taken.
  func countWaiting(_ change: Int) {
    let session = Inspection.session
    if session == 0 { return }
    begin(session)
    waitingTurns.wrappingAdd(change, ordering: .relaxed)
  }

  /// Counts a call.
  func add(_ time: Stopwatch, in session: Int, atClosure: Bool) {
    guard isTimedAtClosure == atClosure else { return }
    begin(session)
    let nanoseconds = time.nanoseconds
    callCount.store(calls + 1, ordering: .relaxed)
    total.store(total.load(ordering: .relaxed) + nanoseconds, ordering: .relaxed)
    (times.load() ?? times.storeIfNil(TimeHistogram())).add(nanoseconds)
    if nanoseconds > longest.load(ordering: .relaxed) { longest.store(nanoseconds, ordering: .relaxed) }
  }
}
#endif
