#if NATS
import Airwave
import AirwaveNATS
import AirwaveTesting
import TestSupport
import Testing

/// What the tests send.
enum Order: Codable, Hashable, Sendable {
  case placed(Int), shipped(Int)
}

/// The strategies that differ, around the number of values that the tests send.
let everyStrategy: [ReplayStrategy] = [.hot, .warm(upTo: 1), .warm(upTo: 2), .warm(upTo: 7), .cold]

/// Repeats a call until the server has answered it in the time that the connection has: a busy machine may need longer.
func answered<Result>(_ call: () async throws -> Result) async throws -> Result {
  let end = ContinuousClock.now + timeLimit
  while true {
    do { return try await call() } catch let error as NATSError where error.code == .timedOut {
      if ContinuousClock.now > end { throw error }
    }
  }
}

extension NATSOptions {
  /// Options that reconnect soon, and give each request a minute.
  static var quick: NATSOptions {
    var options = NATSOptions()
    options.reconnectDelay = .milliseconds(20)
    // A busy machine takes longer than the five seconds of the default.
    options.timeout = .seconds(60)
    return options
  }

  /// Options with which no consumer is taken for silent while a test runs, however late its heartbeats are. A test with
  /// them must not wait for a heartbeat: it broadcasts a value instead.
  static var calm: NATSOptions {
    var options = quick
    options.heartbeat = .seconds(3_000)
    return options
  }

  /// Those of the user whose permissions `users(denying:)` sets.
  static var shop: NATSOptions {
    var options = quick
    options.credentials = .user("shop", password: "open sesame")
    return options
  }

  static func quick(timeout: Duration) -> NATSOptions {
    var options = quick
    options.timeout = timeout
    return options
  }
}

/// The configuration of a server with two users, one of which may not publish to some subjects.
func users(denying subjects: String...) -> String {
  let denied = subjects.map { "\"\($0)\"" }.joined(separator: ", ")
  return """
    authorization { users = [
      { user: shop, password: "open sesame", permissions: { publish: { deny: [\(denied)] } } }
      { user: admin, password: "open sesame" }
    ] }
    """
}

extension NATSStream {
  /// The settings of a stream that drops no message.
  static var keepingAll: NATSStream {
    var stream = NATSStream()
    stream.backlog = .max
    return stream
  }
}

extension NATSConnection {
  /// Connects to a server that runs, however long it takes to answer.
  static func connect(to server: Server, options: NATSOptions = .quick) async throws -> NATSConnection {
    var options = options
    options.startTimeout = timeLimit
    return try await connect(to: [server.url], options: options)
  }
}

extension NATSFailure.Content {
  /// The content in words, to be compared.
  var summary: String {
    switch self {
    case .value(let value): "value \(value)"
    case .unsent(let bytes): "unsent \(bytes.count)"
    case .unread(let bytes): "unread \(String(decoding: bytes, as: UTF8.self))"
    case .missed(let count): "missed \(count)"
    case .credentials: "credentials"
    }
  }
}

extension Recorder {
  /// All values, once the end has come.
  func all(within limit: Duration = timeLimit) async throws -> [Value] {
    try await finish(allowingUnread: true, within: limit)
    return values
  }
}

/// Runs a test with a server and a connection, and closes that after it.
func withNetwork(
  _ configuration: String = "",
  streaming: String = "",
  options: NATSOptions = .quick,
  _ body: (Server, NATSConnection) async throws -> Void
) async throws {
  let server = try await Server(configuration, streaming: streaming)
  let network = try await NATSConnection.connect(to: server, options: options)
  do {
    try await body(server, network)
  } catch {
    await network.close()
    throw error
  }
  await network.close()
}
#endif
