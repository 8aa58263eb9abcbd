#if NATS
public import Airwave
import CNATS

/// A connection to a server or a cluster of NATS, over which processes share pairs.
///
/// ```swift
/// import AirwaveNATS
///
/// enum Order: Codable { case placed(Int), shipped(Int) }
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let (orders, order) = try await network.make(Order.self, subject: "orders", strategy: .warm(upTo: 10))
///
/// let heard = order.values
/// orders.broadcast(.placed(7))
///
/// await network.close()
/// for await value in heard { print(value) }
/// // placed(7)
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
  /// ```swift
  /// import AirwaveNATS
  ///
  /// var options = NATSOptions()
  /// options.name = "checkout"
  /// options.startTimeout = .seconds(30)
  /// let servers = ["nats://127.0.0.1:4222", "nats://127.0.0.1:4223"]
  /// let network = try await NATSConnection.connect(to: servers, options: options)
  /// print(network.pairs.count)
  /// // 0
  /// ```
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
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let states = network.state.values
  ///
  /// await network.close()
  /// for await state in states { print(state) }
  /// // connected
  /// // closed
  /// ```
  public var state: Receiver<NATSState> { client.states.receiver }

  /// What could not be sent or read. A new listener hears the newest 16. Finishes when the connection is closed.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let failures = network.failures.values
  /// let (ratios, _) = try await network.make(Double.self, subject: "ratios")
  /// ratios.broadcast(.nan)
  ///
  /// await network.close()
  /// for await failure in failures { print(failure) }
  /// // ratios: a value was not sent. It cannot be encoded: EncodingError.
  /// ```
  public var failures: Receiver<NATSFailure> { client.failures.receiver }

  /// How much waits, was sent again, and was heard, at this moment.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let clicks = try await network.makeTransmitter(Int.self, subject: "clicks")
  /// try await clicks.send(1)
  ///
  /// let statistics = network.statistics
  /// print(statistics.acknowledged, statistics.waitingBytes)
  /// // 1 0
  /// ```
  public var statistics: NATSStatistics { NATSStatistics(client) }

  /// Closes the connection, and finishes all of its pairs.
  ///
  /// What was broadcast is acknowledged first, and heard here. After ``NATSOptions/timeout`` no further value is
  /// published, and what was not published is reported as a failure. What was published is awaited for as long as
  /// acknowledgments come, up to ten seconds. If none comes for two to four seconds, the rest is reported, too. Each
  /// value is therefore either stored or reported, unless the server was silent or slow for that long, or the
  /// connection was lost: then the server may have stored what is reported. Can be called again.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let (steps, step) = try await network.make(Int.self, subject: "steps")
  /// let heard = step.values
  /// [1, 2, 3].forEach(steps.broadcast)
  ///
  /// await network.close()
  /// for await value in heard { print(value) }
  /// print("Done.")
  /// // 1
  /// // 2
  /// // 3
  /// // Done.
  /// ```
  public func close() async {
    await client.close()
  }
}
#endif
