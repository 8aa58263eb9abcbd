#if NATS
public import Airwave

/// A pair of a connection, or one end of it: whether it reads and publishes, and how far it is.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let wishes = try await network.makeReceiver(Int.self, subject: "wishes")
/// print(wishes.pair.subject, wishes.pair.statistics.lag)
/// wishes.pair.state.listen { state in
///   if case .waiting(let reason) = state.reading { print("Nothing is read at present. \(reason)") }
/// }
/// // wishes 0
/// ```
public struct NATSPair: Sendable {
  let session: PairSession

  /// The subject of the pair.
  public var subject: String { session.subject }

  /// Whether the pair reads and publishes, and why not. A new listener hears how it is, then each change. Finishes when
  /// the pair does.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let plans = try await network.makeTransmitter(Int.self, subject: "plans")
  /// plans.pair.state.listen { print($0) }
  /// // Reading is not used. Publishing works.
  /// ```
  public var state: Receiver<NATSPairState> { session.states.receiver }

  /// How far the pair is, and what waits, at this moment.
  public var statistics: NATSPairStatistics { NATSPairStatistics(session) }
}

/// Whether a pair reads and publishes, and why not.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let (calls, call) = try await network.make(Int.self, subject: "calls")
/// for pair in network.pairs {
///   pair.state.listen { print($0.reading == .active, $0.publishing == .active) }
/// }
/// withExtendedLifetime((calls, call)) {}
/// // true true
/// ```
public struct NATSPairState: Sendable, Hashable, CustomStringConvertible {
  /// What one end does.
  ///
  /// This enumeration is closed: no later version adds a case, because an end is not used, works, waits, or has ended.
  /// New reasons are new kinds of a ``NATSError``.
  public enum Activity: Sendable, Hashable {
    /// The pair does not have this end, or reading begins with the first listener, which has not joined yet.
    case unused
    /// It works, as far as is known.
    case active
    /// The newest attempt has failed. It goes on by itself as soon as the reason has passed.
    case waiting(NATSError)
    /// It does nothing any more.
    case ended(NATSError)
  }

  /// Whether values are read.
  public internal(set) var reading: Activity
  /// Whether values are published.
  public internal(set) var publishing: Activity

  /// A sentence about each end, for a log.
  public var description: String { "Reading \(reading.text) Publishing \(publishing.text)" }
}

extension NATSPairState.Activity {
  fileprivate var text: String {
    switch self {
    case .unused: "is not used."
    case .active: "works."
    case .waiting(let reason): "waits: \(reason)"
    case .ended(let reason): "has ended: \(reason)"
    }
  }
}

/// How far a pair is, and what waits.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let (moves, _) = try await network.make(Int.self, subject: "moves")
/// moves.broadcast(1)
/// let pair = network.pairs[0]
/// await network.close()
///
/// let statistics = pair.statistics
/// print(statistics.position, statistics.stored.map { "\($0)" } ?? "nothing", statistics.lag, statistics.missed)
/// // 1 1 0 0
/// ```
public struct NATSPairStatistics: Sendable, Hashable {
  /// Everything up to this position was delivered here, or lies before the start. A listener on an actor may still
  /// handle some of it.
  public let position: NATSPosition
  /// Where the newest value that was sent here, and acknowledged, is stored. Nil if there is none.
  public let stored: NATSPosition?
  /// How many messages the stream has that were not handled here, as far as the server has said. The messages of a
  /// batch, which are 256 at most, count until the last of them is handled; also by a listener on an actor, if it
  /// listens directly or after operators such as `map`. Messages that will be dropped, such as copies, count, too.
  ///
  /// While nothing is read, this is the last known number, without what others have published since: look at
  /// ``NATSPairState/reading`` beside it. While an attempt to read is repeated, the server is asked for the end of the
  /// stream, if the stream stores no other subjects. Sequences of deleted messages then count, too.
  ///
  /// If several servers keep the stream, the server that sends may be behind. After half a minute without a message,
  /// the leader of the stream is therefore asked, too. If the stream stores other subjects, it is then known that
  /// messages are missing, but not how many.
  public let lag: Int
  /// How many messages the stream had dropped before the receiver could hear them.
  public let missed: Int
  /// How many bytes wait to be published, or for their acknowledgments.
  public let waitingBytes: Int
  /// How many of these are on their way, their headers included.
  public let unacknowledgedBytes: Int

  init(_ session: PairSession) {
    self = session.state.withLock { NATSPairStatistics($0) }
  }

  private init(_ state: borrowing PairSession.State) {
    position = NATSPosition(state.heard)
    stored = state.stored > 0 ? NATSPosition(state.stored) : nil
    lag = state.reader?.lag ?? 0
    missed = Int(clamping: state.missedTotal)
    (waitingBytes, unacknowledgedBytes) = (state.outbox.byteCount, state.outbox.flightBytes)
  }
}

extension NATSConnection {
  /// The pairs and ends that this connection has, the oldest first.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let boats = try await network.makeReceiver(Int.self, subject: "boats")
  /// let cars = try await network.makeTransmitter(Int.self, subject: "cars")
  /// print(network.pairs.map(\.subject))
  /// withExtendedLifetime((boats, cars)) {}
  /// // ["boats", "cars"]
  /// ```
  public var pairs: [NATSPair] {
    client.sessions.sorted { $0.number < $1.number }.map(NATSPair.init)
  }
}

extension NATSReceiver {
  /// Whether it reads, and how far it is.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let birds = try await network.makeReceiver(Int.self, subject: "birds")
  /// print(birds.pair.statistics.position, birds.pair.statistics.lag)
  /// // 0 0
  /// ```
  public var pair: NATSPair { NATSPair(session: session) }
}

extension NATSTransmitter {
  /// Whether it publishes, and what waits.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let fish = try await network.makeTransmitter(Int.self, subject: "fish")
  /// try await fish.send(1)
  /// print(fish.pair.statistics.waitingBytes, fish.pair.statistics.stored == NATSPosition(1))
  /// // 0 true
  /// ```
  public var pair: NATSPair { NATSPair(session: session) }
}
#endif
