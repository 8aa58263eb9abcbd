#if NATS
public import Airwave
import CNATS

/// A connection to a server or a cluster of NATS, over which processes share pairs.
///
/// ```swift compile
/// import AirwaveNATS
///
/// enum Order: Codable { case placed(Int), shipped(Int) }
///
/// let network = try await NATSConnection.connect(to: ["nats://10.0.0.1:4222", "nats://10.0.0.2:4222"])
/// let (orders, order) = try await network.make(Order.self, subject: "orders", strategy: .warm(upTo: 10))
///
/// order.listen { print($0) }
/// orders.broadcast(.placed(7))
///
/// await network.close()
/// ```
///
/// The transmitter and the receiver are ordinary ones. What is broadcast is stored by the server, which acknowledges
/// it, and is heard by the listeners of all processes that made a pair of the subject, in one order, this process
/// included.
///
/// The connection comes back by itself when it is lost, and goes on where it was. Hold it for as long as you need it:
/// when it is deinitialized it closes as with ``close()``, but does not wait.
public final class NATSConnection: Sendable {
  let client: Client

  init(_ client: Client) {
    self.client = client
  }

  deinit {
    let client = client
    Task.detached { await client.close() }
  }

  /// Connects to one of several servers.
  ///
  /// - Parameters:
  ///   - urls: Addresses such as `nats://10.0.0.1:4222`. The other servers of a cluster are found through the first.
  ///     An address may have credentials, `nats://token@10.0.0.1`, if ``NATSOptions/credentials`` are
  ///     ``NATSCredentials/none``.
  ///   - options: Credentials, encryption, and how long to wait for what.
  /// - Returns: A connection.
  /// - Throws: Why there is none, after ``NATSOptions/timeout`` for each address at the latest, or after
  ///   ``NATSOptions/startTimeout`` if that is longer.
  public static func connect(
    to urls: [String],
    options: NATSOptions = NATSOptions()
  ) async throws(NATSError) -> NATSConnection {
    options.requireValid()
    if urls.isEmpty { throw NATSError(NATS_NO_SERVER) }
    if options.credentials.areGiven, urls.contains(where: { $0.contains("@") }) {
      throw NATSError(.invalid, "An address and NATSOptions.credentials both have credentials: leave one of them out.")
    }
    return NATSConnection(try await Client.connect(to: urls, options))
  }

  /// Whether there is a server to talk to. A new listener hears how it is, then each change. Finishes when the
  /// connection is closed.
  public var state: Receiver<NATSState> { client.states.receiver }

  /// What could not be sent or read. A new listener hears the newest 16. Finishes when the connection is closed.
  public var failures: Receiver<NATSFailure> { client.failures.receiver }

  /// How much waits, was sent again, and was heard, at this moment.
  public var statistics: NATSStatistics { NATSStatistics(client) }

  /// Closes the connection, and finishes all of its pairs.
  ///
  /// What was broadcast is acknowledged first, and heard here. After ``NATSOptions/timeout`` no further value is
  /// published, and what was not published is reported as a failure. What was published is awaited for as long as
  /// acknowledgments come, up to ten seconds. If none comes for two to four seconds, the rest is reported, too. Each
  /// value is therefore either stored or reported, unless the server was silent or slow for that long, or the
  /// connection was lost: then the server may have stored what is reported. Can be called again.
  public func close() async {
    await client.close()
  }
}
#endif
