#if NATS
import Airwave
import Synchronization

/// What a connection has done, and what waits.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let (beats, _) = try await network.make(Int.self, subject: "beats")
/// [1, 2, 3].forEach(beats.broadcast)
/// await network.close()
///
/// let statistics = network.statistics
/// print(statistics.acknowledged, statistics.heard, statistics.reconnects)
/// // 3 3 0
/// ```
///
/// The first five count since the connection was made, and only grow. The others describe the present moment.
public struct NATSStatistics: Sendable, Hashable {
  /// How many messages were published, repetitions included.
  public let published: Int
  /// How many of these were repetitions, because a message or its acknowledgment was lost.
  public let republished: Int
  /// How many messages the server has acknowledged.
  public let acknowledged: Int
  /// How many messages were delivered to receivers.
  public let heard: Int
  /// How often the connection was lost and restored.
  public let reconnects: Int

  /// How many bytes wait to be published, or for their acknowledgments.
  public let waitingBytes: Int
  /// How many of these are on their way, their headers included.
  public let unacknowledgedBytes: Int
  /// How many messages the streams have that were not handled yet. See ``NATSPairStatistics/lag``.
  public let lag: Int
  /// How many pairs there are.
  public let pairs: Int

  init(_ client: Client) {
    published = client.counts.published.load(ordering: .relaxed)
    republished = client.counts.republished.load(ordering: .relaxed)
    acknowledged = client.counts.acknowledged.load(ordering: .relaxed)
    heard = client.counts.heard.load(ordering: .relaxed)
    reconnects = client.counts.reconnects.load(ordering: .relaxed)
    var (waiting, unacknowledged, lag) = (0, 0, 0)
    let sessions = client.sessions
    for pair in sessions.map(NATSPairStatistics.init) {
      waiting += pair.waitingBytes
      unacknowledged += pair.unacknowledgedBytes
      lag = lag.addingClamped(pair.lag)
    }
    (waitingBytes, unacknowledgedBytes, self.lag, pairs) = (waiting, unacknowledged, lag, sessions.count)
  }
}
#endif
