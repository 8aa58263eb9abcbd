#if NATS
import Airwave
import AirwaveNATS
import AirwaveTesting
import CNATS
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Who may connect to whom")
struct SecurityTests {
  /// Why there is no connection, or nil if there is one, over which a value was heard.
  private func refusal(_ url: String, _ options: NATSOptions) async throws -> NATSError? {
    do {
      let network = try await NATSConnection.connect(to: [url], options: options)
      let (numbers, number) = try await network.make(Int.self, subject: "numbers")
      let heard = number.record()
      numbers.broadcast(1)
      #expect(try await heard.next(within: timeLimit) == 1)
      await network.close()
      try await heard.finish(within: timeLimit)
      return nil
    } catch let error as NATSError {
      return error
    }
  }

  @Test("there is no server, or no address")
  func noServer() async throws {
    let port = try Server.freePort()
    #expect(try await refusal("nats://127.0.0.1:\(port)", .quick)?.code == .noServer)
    var options = NATSOptions()
    (options.startTimeout, options.reconnectDelay) = (.milliseconds(50), .seconds(Int64.max))
    #expect(try await refusal("nats://127.0.0.1:\(port)", options)?.code == .noServer)
    await #expect(throws: NATSError.self) { try await NATSConnection.connect(to: []) }
  }

  @Test("a name and a password, or a token, must be right; none of them is told")
  func credentials() async throws {
    let byName = try await Server(#"authorization { user: "shop", password: "open sesame" }"#)
    let byToken = try await Server(#"authorization { token: "open sesame" }"#)
    var options = NATSOptions.quick
    let attempts: [(Server, NATSCredentials, NATSError.Code?)] = [
      (byName, .user("shop", password: "open sesame"), nil),
      (byName, .user("shop", password: "close sesame"), .unauthorized),
      (byName, .token("open sesame"), .unauthorized),
      (byName, .none, .unauthorized),
      (byToken, .token("open sesame"), nil),
      (byToken, .token("close sesame"), .unauthorized),
    ]
    for (server, credentials, code) in attempts {
      options.credentials = credentials
      let error = try await refusal(server.url, options)
      #expect(error?.code == code)
      var dumped = ""
      dump(options, to: &dumped)
      #expect(!"\(String(describing: error)) \(credentials) \(options) \(dumped)".contains("sesame"))
    }
  }

  // The keys of the examples in the documentation of NATS.
  private static let key = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
  private static let seed = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"

  @Test("a key proves itself without its seed; another one, or none, is refused")
  func nkeys() async throws {
    let (key, seed) = (Self.key, Self.seed)
    let server = try await Server("authorization { users: [{ nkey: \(key) }] }")
    var options = NATSOptions.quick
    options.credentials = .nkey(key) { seed }
    #expect(try await refusal(server.url, options) == nil)
    #expect(!"\(options)".contains(seed))
    for make in [{ seed.replacing("SUAC", with: "SUAD") }, { throw CancellationError() }]
      as [@Sendable () throws -> String]
    {
      options.credentials = .nkey(key, seed: make)
      #expect(try await refusal(server.url, options) != nil)
    }
  }

  /// What the closure of a user throws.
  private struct Sealed: Error, CustomStringConvertible {
    let description: String
  }

  @Test("what a closure throws is told in its own words by connect()", arguments: ["token", "signed", "nkey"])
  func thrownAtFirst(kind: String) async throws {
    let key = Self.key
    let sealed = Sealed(description: "The vault is sealed.")
    let (authorization, credentials): (String, NATSCredentials) =
      switch kind {
      case "token": ("authorization { token: first }", .token { throw sealed })
      case "signed": (Operator().configuration, .signed { throw sealed })
      default: ("authorization { users: [{ nkey: \(key) }] }", .nkey(key) { throw sealed })
      }
    let server = try await Server(authorization)
    var options = NATSOptions.quick
    options.credentials = credentials
    let error = try await refusal(server.url, options)
    #expect(error?.code == .unauthorized)
    #expect(error?.description == "The credentials cannot be made: The vault is sealed.")
  }

  @Test("what a closure throws while the connection is lost is a failure, once, and the reason why pairs wait")
  func thrownLater() async throws {
    let server = try await Server("authorization { users: [{ nkey: \(Self.key) }] }")
    let words = Mutex<String?>(nil)
    var options = NATSOptions.quick
    options.credentials = .nkey(Self.key) {
      if let description = words.withLock(\.self) { throw Sealed(description: description) }
      return Self.seed
    }
    let network = try await NATSConnection.connect(to: server, options: options)
    let (numbers, number) = try await network.make(Int.self, subject: "numbers")
    let heard = number.record(allowingUnread: true)
    let states = try #require(network.pairs.first).state.record(allowingUnread: true)
    let failures = network.failures.record(allowingUnread: true)
    for description in ["The vault is sealed.", "The vault is away."] {
      words.withLock { $0 = description }
      server.kill()
      try await server.start()
      let failure = try await failures.next(within: timeLimit)
      #expect(failure.content.summary == "credentials" && (failure.reason as? Sealed)?.description == description)
      #expect(failure.description == "The credentials cannot be made: \(description)")
      while true {
        let state = try await states.next(within: timeLimit)
        guard case .waiting(let reason) = state.publishing, reason.code == .unauthorized else { continue }
        #expect(state.reading == state.publishing && reason.description == failure.description)
        break
      }
    }
    words.withLock { $0 = nil }
    numbers.broadcast(1)
    #expect(try await heard.next(within: timeLimit) == 1)
    #expect(network.failures.replayed.count == 2)
    await network.close()
  }

  @Test("credentials in an address beside those of the options are refused, and not told")
  func twoCredentials() async throws {
    let server = try await Server("authorization { token: sesame }")
    let url = server.url.replacing("nats://", with: "nats://sesame@")
    #expect(try await refusal(url, .quick) == nil)
    var options = NATSOptions.quick
    for credentials in [.token("sesame"), .token { "sesame" }, .user("sesame", password: "sesame")]
      as [NATSCredentials]
    {
      options.credentials = credentials
      let error = try await refusal(url, options)
      #expect(error?.code == .invalid && error?.description.contains("leave one of them out") == true)
      #expect(error?.description.contains("sesame") == false)
    }
  }

  @Test("a token is asked for at each connect")
  func changingToken() async throws {
    func configuration(_ token: String) -> String { "authorization { token: \(token) }" }
    let server = try await Server(configuration("first"))
    let tokens = Tokens()
    var options = NATSOptions.quick
    options.credentials = .token { tokens.next() }
    let network = try await NATSConnection.connect(to: server, options: options)
    let (numbers, number) = try await network.make(Int.self, subject: "numbers")
    let heard = number.record()
    server.kill()
    tokens.token = "second"
    try await server.start(configuration("second"))
    numbers.broadcast(1)
    #expect(try await heard.next(within: timeLimit) == 1)
    #expect(tokens.count >= 2)
    await network.close()
    try await heard.finish(within: timeLimit)
  }

  @Test("a signed token and its seed are asked for at each connect; a closure that throws is no token")
  func changingSignedToken() async throws {
    let keys = Operator()
    let server = try await Server(keys.configuration)
    let tokens = Tokens()
    tokens.token = keys.userToken
    var options = NATSOptions.quick
    options.credentials = .signed { (tokens.next(), keys.seed) }
    let network = try await NATSConnection.connect(to: server, options: options)
    let states = network.state.record(allowingUnread: true)
    server.kill()
    try await server.start()
    #expect(try await states.next(3, within: timeLimit) == [.connected, .reconnecting, .connected])
    #expect(tokens.count >= 2)
    #expect(!"\(options)".contains(keys.seed))
    await network.close()

    for credentials in [.signed { throw CancellationError() }, .token { throw CancellationError() }, .none]
      as [NATSCredentials]
    {
      options.credentials = credentials
      await #expect(throws: NATSError.self) { try await NATSConnection.connect(to: server, options: options) }
    }
  }

  @Test(
    "connects once more if the server refuses a signature, because an old C client leaves out some",
    .enabled(if: nats_GetVersionNumber() < 0x03_08_00, "The C client leaves out none."),
    arguments: ["signed", "file", "nkey"]
  )
  func lostSignature(kind: String) async throws {
    let (keys, tokens) = (Operator(), Tokens())
    tokens.token = keys.userToken
    let server = try await Server(
      kind == "nkey" ? "authorization { users: [{ nkey: \(Operator.user) }] }" : keys.configuration
    )
    let file = server.folder.appending(path: "user.creds").path
    try """
    -----BEGIN NATS USER JWT-----
    \(tokens.token)
    ------END NATS USER JWT------
    -----BEGIN USER NKEY SEED-----
    \(keys.seed)
    ------END USER NKEY SEED------
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let proxy = try Proxy(to: server.port)
    var options = NATSOptions.quick
    options.credentials =
      switch kind {
      case "signed": .signed { (tokens.next(), keys.seed) }
      case "file": .file(file)
      default:
        .nkey(Operator.user) {
          _ = tokens.next()
          return keys.seed
        }
      }
    var (network, attempts) = (NATSConnection?.none, 0)
    while network == nil, attempts < 4 {
      attempts += 1
      proxy.changeNonce()
      // The client may leave out the second signature.
      network = try? await NATSConnection.connect(to: [proxy.url], options: options)
    }
    #expect(network != nil && (kind == "file" || tokens.count > attempts))
    await network?.close()
  }

  /// A secret that changes, and how often it was asked for.
  private final class Tokens: Sendable {
    private let state = Mutex((token: "first", count: 0))

    var token: String {
      get { state.withLock { $0.token } }
      set { state.withLock { $0.token = newValue } }
    }
    var count: Int { state.withLock { $0.count } }

    func next() -> String {
      state.withLock { state in
        state.count += 1
        return state.token
      }
    }
  }

  @Test("the certificate of the server must be valid, and made out to its host")
  func certificates() async throws {
    let (trusted, other) = (try Certificates(), try Certificates())
    let (right, elsewhere) = (try trusted.make(for: "IP:127.0.0.1"), try trusted.make(for: "DNS:elsewhere.example"))
    func server(_ files: (certificate: String, key: String)) async throws -> Server {
      try await Server(#"tls { cert_file: "\#(files.certificate)", key_file: "\#(files.key)" }"#)
    }
    let (good, bad) = (try await server(right), try await server(elsewhere))
    let attempts: [(Server, NATSSecurity, NATSError.Code?)] = [
      (good, .tls(authorities: trusted.authority), nil),
      (good, .tls(authorities: other.authority), .untrusted),
      (good, .tls(), .untrusted),
      (bad, .tls(authorities: trusted.authority), .untrusted),
      (bad, .tlsWithoutVerification, nil),
      (good, .tls(authorities: "/nowhere.pem"), .untrusted),
    ]
    for (server, security, code) in attempts {
      var options = NATSOptions.quick
      options.security = security
      #expect(try await refusal(server.url, options)?.code == code)
    }
    let plain = try await Server()
    var options = NATSOptions.quick
    options.security = .tls(authorities: trusted.authority)
    #expect(try await refusal(plain.url, options)?.code == .untrusted)
    #expect(try await refusal(good.url, .quick)?.code == .untrusted)
  }

  @Test("a certificate that is not accepted is named by its fault")
  func words() async throws {
    let (trusted, other) = (try Certificates(), try Certificates())
    func server(_ host: String, days: Int = 1) async throws -> Server {
      let files = try trusted.make(for: host, days: days)
      return try await Server(#"tls { cert_file: "\#(files.certificate)", key_file: "\#(files.key)" }"#)
    }
    let (good, elsewhere) = (try await server("IP:127.0.0.1"), try await server("DNS:elsewhere.example"))
    let old = try await server("IP:127.0.0.1", days: -1)
    let attempts = [(good, other, "authority"), (elsewhere, trusted, "another host"), (old, trusted, "has expired")]
    for (server, authority, word) in attempts {
      var options = NATSOptions.quick
      options.security = .tls(authorities: authority.authority)
      let error = try await refusal(server.url, options)
      #expect(error?.code == .untrusted)
      #expect(error?.description.contains(word) == true, "\(String(describing: error))")
    }
  }

  @Test("connect() that is cancelled returns at once", .timeLimit(.minutes(20)))
  func cancelled() async throws {
    let server = try await Server()
    server.freeze(true)
    let urls = [server.url]
    let connecting = Task {
      try await NATSConnection.connect(to: urls, options: .quick(timeout: .seconds(3_000)))
    }
    connecting.cancel()
    await #expect(throws: NATSError.self) { try await connecting.value }
    server.kill()
  }

  @Test("a server may ask for the certificate of the client")
  func clientCertificates() async throws {
    let authority = try Certificates()
    let (server, client) = (try authority.make(for: "IP:127.0.0.1"), try authority.make(for: "DNS:client.example"))
    let files = #"cert_file: "\#(server.certificate)", key_file: "\#(server.key)", ca_file: "\#(authority.authority)""#
    let strict = try await Server("tls { \(files), verify: true }")
    var options = NATSOptions.quick
    options.security = .tls(authorities: authority.authority, certificate: client.certificate, key: client.key)
    #expect(try await refusal(strict.url, options) == nil)
    options.security = .tls(authorities: authority.authority)
    #expect(try await refusal(strict.url, options) != nil)
  }
}
#endif
