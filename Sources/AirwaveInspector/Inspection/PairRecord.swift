#if Inspector
import Airwave
import Synchronization

/// What is known of a pair, a variable, or a shared receiver. A record extends no lifetime.
package final class PairRecord: Sendable {
  package enum Kind: String, Sendable {
    case pair, variable, share
  }

  /// A number that no other pair and no listener has.
  package let id = Inspection.nextID()
  package let kind: Kind
  package let name: String?
  /// The file in which the pair was made. Empty if it is not known, as for a shared receiver.
  package let fileID: StaticString
  package let line: UInt
  package let valueType: Any.Type
  /// What needs the type of the values.
  let values: any ValueHooks
  private let replayStrategy: ReplayStrategy

  /// The channel of a pair, or those of the connections of a shared receiver. A channel removes itself before it is
  /// deinitialized.
  private let channels = Lock(ChannelReferences())
  private let hasBeenReleased = Atomic<Bool>(false)
  /// The number of values since the session began.
  private let valueCount = Atomic<Int>(0)
  private let session = Atomic<Int>(0)
  private let storedIsWatched = Atomic<Bool>(false)
  private let storedHistory = AtomicLazyReference<ValueHistory>()

  init<Value: Sendable>(
    _ kind: Kind,
    of valueType: Value.Type,
    strategy: ReplayStrategy,
    name: String? = nil,
    fileID: StaticString = "",
    line: UInt = 0
  ) {
    (self.kind, self.name, self.fileID, self.line) = (kind, name, fileID, line)
    (self.valueType, values, replayStrategy) = (valueType, HooksOf<Value>(), strategy)
  }

  /// The strategy, as it is written in code.
  package var strategy: String { replayStrategy.description }

  /// The number of values that were heard since the inspector was started.
  package var total: Int { valueCount.load(ordering: .relaxed) }

  /// What changes while a pair lives.
  package struct Counts: Sendable {
    /// The number of listeners, approximately.
    package fileprivate(set) var listeners = 0
    /// The number of values that would be replayed, unless some of them are too old.
    package fileprivate(set) var kept = 0
    /// The number of requests that wait for the holder of the gate, approximately.
    package fileprivate(set) var pending = 0
    /// Whether the pair is finished. Never true for a shared receiver, which may connect again, before it is released.
    package fileprivate(set) var isFinished = false
  }

  /// Reads what changes. It retains the pair for a moment, and may therefore be the last to release it.
  package var counts: Counts {
    var counts = Counts()
    for channel in liveChannels {
      counts.listeners += channel.currentListenerCount
      counts.kept += values.keptCount(of: channel)
      counts.pending += max(0, Int(channel.pendingCount.load(ordering: .relaxed)))
      if kind != .share, channel.isFinished.load(ordering: .relaxed) { counts.isFinished = true }
    }
    if isReleased { counts.isFinished = true }
    return counts
  }

  /// Whether the pair no longer exists.
  package var isReleased: Bool { hasBeenReleased.load(ordering: .relaxed) }

  /// Whether the observer wants the values of this pair in particular. Only the observer uses it.
  /// Relaxed: a late answer does no harm.
  package var isWatched: Bool {
    get { storedIsWatched.load(ordering: .relaxed) }
    set { storedIsWatched.store(newValue, ordering: .relaxed) }
  }

  /// The newest values, which only the observer adds. Made with the first of them.
  package var history: ValueHistory { storedHistory.load() ?? storedHistory.storeIfNil(ValueHistory()) }

  /// The same, or nil if nothing was added.
  package var existingHistory: ValueHistory? { storedHistory.load() }

  /// The channels that exist. The caller releases them without the lock, because each release may be the last one.
  private var liveChannels: [AnyChannel] { channels.withLock { $0.live } }
}

// MARK: For channels

extension PairRecord {
  /// Adds a new channel. If the inspector runs, the channel is probed before this returns, unless its gate is held.
  func add(_ channel: AnyChannel) {
    channels.withLock { $0.append(channel) }
    // If the inspector is started meanwhile, either it finds the channel, or this finds it running: both take the lock.
    if Inspection.isRunning { update() }
  }

  /// Removes a channel that is about to be deinitialized.
  func remove(_ channel: AnyChannel) {
    channels.withLock { $0.remove(channel) }
    if kind != .share { release() }
  }

  /// Called when the pair is about to be deinitialized.
  func release() {
    hasBeenReleased.store(true, ordering: .relaxed)
    Inspection.remove(self)
  }

  /// Has each channel begin or end to be probed, as the inspector runs or not.
  func update() {
    for channel in liveChannels { channel.updateForInstrument() }
  }

  /// For the holder of a gate: begins to count anew if the session is a new one.
  func begin(_ session: Int) {
    if self.session.exchange(session, ordering: .relaxed) != session { valueCount.store(0, ordering: .relaxed) }
  }

  /// For the holder of a gate: counts a value. The connections of a shared receiver may overlap.
  ///
  /// - Returns: The number of the value. The first one is 1.
  func count() -> Int { valueCount.wrappingAdd(1, ordering: .relaxed).newValue }
}
#endif
