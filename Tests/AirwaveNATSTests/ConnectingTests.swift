#if NATS
import AirwaveTesting
import Testing

@testable import AirwaveNATS

@Suite("A connection that is lost while it is made")
struct ConnectingTests {
  @Test("what closes a connection at once is no server: connect() waits for one, if the options say so")
  func closing() async throws {
    let proxy = try Proxy(to: try Server.freePort())
    await #expect {
      _ = try await NATSConnection.connect(to: [proxy.url], options: .quick)
    } throws: {
      ($0 as? NATSError)?.code == .noServer
    }
  }

  @Test("a server that ends while a connection is made is none: connect() waits for one, if the options say so")
  func endingWhileConnecting() async throws {
    let server = try await Server()
    let proxy = try Proxy(to: server.port)
    // Each time, because on a busy machine the client may have connected again before it asks whether it may subscribe.
    proxy.cut(at: "SUB _INBOX", again: true)
    await #expect {
      _ = try await NATSConnection.connect(to: [proxy.url], options: .quick)
    } throws: {
      "\($0)" == "No server could be reached at \(proxy.url)."
    }
    var options = NATSOptions.quick
    options.startTimeout = .seconds(3_000)
    proxy.cut(at: "SUB _INBOX")
    let network = try await NATSConnection.connect(to: [proxy.url], options: options)
    await network.close()
  }
}
#endif
