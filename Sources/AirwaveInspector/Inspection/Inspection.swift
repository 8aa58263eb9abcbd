#if Inspector
import Airwave
import Synchronization

/// Hears the values of all pairs.
package protocol InspectionObserver: Sendable {
  /// Called with each value, in order, by the holder of the gate of the pair. The values of different pairs come on
  /// different threads.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: The number of the value. The first one since the inspector was started is 1.
  ///   - pair: The pair.
  func heard<Value: Sendable>(_ value: Value, number: Int, from pair: PairRecord)

  /// Called when the pair is finished, or a connection of the shared receiver.
  func finished(_ pair: PairRecord)
}

/// The pairs and the listeners of the process, and the observer that hears the values.
///
/// While there is no observer, a broadcast takes no instruction for it: pairs and listeners are recorded when they are
/// made. An observer is heard through a *probe*, which is a listener in the table of each channel that is not counted.
package struct Inspection: Instrument {
  package init() {}

  private struct State {
    var observer: (any InspectionObserver)?
    var session = 0
    var pairs: [Int: PairRecord] = [:]
    var listeners: [Int: ListenerRecord] = [:]
  }

  private static let state = Lock(State())
  private static let lastID = Atomic<Int>(0)
  /// The number of the session, or 0. Changed under the lock. Read without it where a late answer does no harm.
  private static let storedSession = Atomic<Int>(0)

  /// The number of the session, or 0 if there is no observer.
  static var session: Int { storedSession.load(ordering: .relaxed) }

  /// Whether there is an observer.
  package static var isRunning: Bool { session != 0 }

  /// All pairs, in the order in which they were made.
  package static var pairs: [PairRecord] { state.withLock { Array($0.pairs.values) }.sorted { $0.id < $1.id } }

  /// All listeners that are live, in the order in which they were made.
  package static var listeners: [ListenerRecord] {
    state.withLock { Array($0.listeners.values) }.sorted { $0.id < $1.id }
  }

  /// Has actors look at the owners of their listeners, which no other thread may load. `ListenerRecord.isOwnerGone` has
  /// the answer after the next turn of the actor.
  ///
  /// - Returns: A task for each actor, which need not be awaited.
  @discardableResult
  package static func lookAtOwners() -> [Task<Void, Never>] {
    var looks: [ObjectIdentifier: (actor: any Actor, records: [ListenerRecord])] = [:]
    for record in listeners {
      guard let actor = record.scheduleLook() else { continue }
      looks[ObjectIdentifier(actor), default: (actor, [])].records.append(record)
    }
    return looks.values.map { look in Task.detached { await lookAtOwners(of: look.records, on: look.actor) } }
  }

  private static func lookAtOwners(of records: [ListenerRecord], on actor: isolated any Actor) {
    for record in records { record.lookAtOwner() }
  }

  /// Begins a session: the observer hears the values of all pairs, also of those that are made later, in place of the
  /// observer before it. A pair whose gate is held by another thread begins after the values that are pending there.
  ///
  /// A pair and the values that it keeps are retained for a moment while a call of `start` or `stop` comes to it, or
  /// while a count of its record is read. If it is released at that moment, it is deinitialized by that call.
  ///
  /// A value that reaches no listener, because the removal of all listeners is pending, is not observed either.
  package static func start(_ observer: any InspectionObserver) { setObserver(observer) }

  /// Ends the session. A pair whose gate is held by another thread ends after the values that are pending there.
  package static func stop() { setObserver(nil) }

  private static func setObserver(_ observer: (any InspectionObserver)?) {
    let (former, pairs) = state.withLock { state in
      let former = state.observer
      state.observer = observer
      state.session += 1
      storedSession.store(observer == nil ? 0 : state.session, ordering: .relaxed)
      return (former, Array(state.pairs.values))
    }
    for pair in pairs { pair.update() }
    withExtendedLifetime(former) {}
  }

  // MARK: For records and channels

  static func nextID() -> Int { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The present session, and its observer.
  static var current: (session: Int, observer: (any InspectionObserver)?) {
    state.withLock { ($0.observer == nil ? 0 : $0.session, $0.observer) }
  }

  static func add(_ pair: PairRecord) {
    state.withLock { $0.pairs[pair.id] = pair }
  }

  static func remove(_ pair: PairRecord) {
    let removed = state.withLock { $0.pairs.removeValue(forKey: pair.id) }
    withExtendedLifetime(removed) {}
  }

  /// Adds a listener unless it has ended.
  static func add(_ listener: ListenerRecord) {
    state.withLock { if listener.isLive { $0.listeners[listener.id] = listener } }
  }

  static func remove(_ listener: ListenerRecord) {
    let removed = state.withLock { $0.listeners.removeValue(forKey: listener.id) }
    withExtendedLifetime(removed) {}
  }
}
#endif
