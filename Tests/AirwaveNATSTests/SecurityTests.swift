#if NATS
import Airwave
import AirwaveNATS
import AirwaveTesting
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
