#if NATS
public import Airwave
import CNATS
import Dispatch

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
/// The transmitter and the receiver are ordinary ones. What is broadcast is stored by the server, which acknowledges it, and
/// is heard by the listeners of all processes that made a pair of the subject, in one order, this process included.
///
/// The connection comes back by itself when it is lost, and goes on where it was. Hold it for as long as you need it: when it is
/// deinitialized it closes as with ``close()``, but does not wait.
public final class NATSConnection: Sendable {
  let client: Client

  private init(_ client: Client) {
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
  ///   - options: Credentials, encryption, and how long to wait for what.
  /// - Returns: A connection.
  /// - Throws: Why there is none, after ``NATSOptions/timeout`` for each address at the latest.
  public static func connect(
    to urls: [String],
    options: NATSOptions = NATSOptions()
  ) async throws(NATSError) -> NATSConnection {
    options.requireValid()
    if urls.isEmpty { throw NATSError(NATS_NO_SERVER) }
    let result = await onQueue { () -> Result<Client, NATSError> in
      Result { () throws(NATSError) in try Client.connect(to: urls, options) }
    }
    return NATSConnection(try result.get())
  }

  /// Whether there is a server to talk to. A new listener hears how it is, then each change. Finishes when the connection is
  /// closed.
  public var state: Receiver<NATSState> { client.states.receiver }

  /// What could not be sent or read. A new listener hears the newest 16. Finishes when the connection is closed.
  public var failures: Receiver<NATSFailure> { client.failures.receiver }

  /// Closes the connection, and finishes all of its pairs.
  ///
  /// What was broadcast is acknowledged first, and heard here. What the server does not acknowledge within
  /// ``NATSOptions/timeout`` is reported as a failure. Can be called again.
  public func close() async {
    await client.close()
  }

  /// Makes a pair of a subject, for values of any type.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - subject: Words between dots, such as `orders.europe`.
  ///   - strategy: Where in the stream listening begins, and what a new listener hears at once. A negative limit stops the
  ///     program.
  ///   - stream: How the server stores the values, if there is no stream yet.
  ///   - coder: How values become messages.
  /// - Returns: Both ends, once the receiver has heard what the strategy replays.
  /// - Throws: Why there is no such pair.
  public func make<Value: Sendable>(
    _ type: Value.Type,
    subject: String,
    strategy: ReplayStrategy = .hot,
    stream: NATSStream = NATSStream(),
    coder: NATSCoder<Value>
  ) async throws(NATSError) -> (transmitter: Transmitter<Value>, receiver: Receiver<Value>) {
    stream.requireValid()
    let (transmitter, receiver) = Receiver<Value>.make(strategy: strategy)
    let request = StreamRequest(subject: subject, stream: stream, limit: strategy.limit)
    guard isSubject(subject) else { throw NATSError(.invalid, "The subject has empty words, wildcards or spaces.") }
    let wire = try await client.wire(request) { [client] bytes in
      do {
        transmitter.broadcast(try coder.decode(bytes))
      } catch {
        client.report(NATSFailure(subject, .unread(bytes), error))
      }
    } end: {
      transmitter.finish()
    }
    let remote = transmitter.detouring { [client] value in
      do {
        wire.send(try coder.encode(value))
      } catch {
        client.report(NATSFailure(subject, .value(value), error))
      }
    } finish: {
      wire.finish()
    }
    return (remote, receiver)
  }

  /// Makes a pair of a subject, for values that are sent as JSON.
  ///
  /// Whatever the strategy, all processes hear the values of a subject in the same order. `.hot` begins behind the newest value
  /// of the stream, `.warm(upTo:)` that many before, and `.cold` with the first.
  ///
  /// The pair does not end with its last transmitter, for other processes may broadcast. `finish()` ends it in this process,
  /// once everything is acknowledged and heard here; the stream stays.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - subject: Words between dots, such as `orders.europe`.
  ///   - strategy: Where in the stream listening begins, and what a new listener hears at once. A negative limit stops the
  ///     program.
  ///   - stream: How the server stores the values, if there is no stream yet.
  /// - Returns: Both ends, once the receiver has heard what the strategy replays.
  /// - Throws: Why there is no such pair.
  /// - Complexity: `broadcast` encodes, and never waits for the network.
  public func make<Value: Codable & Sendable>(
    _ type: Value.Type,
    subject: String,
    strategy: ReplayStrategy = .hot,
    stream: NATSStream = NATSStream()
  ) async throws(NATSError) -> (transmitter: Transmitter<Value>, receiver: Receiver<Value>) {
    try await make(type, subject: subject, strategy: strategy, stream: stream, coder: .json)
  }
}
#endif
