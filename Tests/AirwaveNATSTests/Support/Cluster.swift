#if NATS
import CNATS
import TestSupport

@testable import AirwaveNATS

/// Three servers that keep each message in three places.
struct Cluster {
  let servers: [Server]

  var urls: [String] { servers.map(\.url) }

  init() async throws {
    let ports = try (0..<3).map { _ in try Server.freePort() }
    let routes = ports.map { #""nats-route://127.0.0.1:\#($0)""# }.joined(separator: ", ")
    var servers: [Server] = []
    for (index, port) in ports.enumerated() {
      let configuration = """
        server_name: "\(index)"
        cluster { name: "three", listen: "127.0.0.1:\(port)", routes: [\(routes)] }
        """
      servers.append(try await Server(configuration))
    }
    self.servers = servers
  }

  /// The server that decides the order of a stream.
  func leader(of stream: String, asking network: NATSConnection) throws -> Server {
    var context: OpaquePointer?
    try natsConnection_JetStream(&context, network.client.connection?.pointer, nil).check()
    defer { jsCtx_Destroy(context) }
    var options = jsOptions()
    jsOptions_Init(&options)
    options.Wait = 500
    // A cluster that is choosing a leader does not answer.
    let end = ContinuousClock.now + timeLimit
    while ContinuousClock.now < end {
      var info: UnsafeMutablePointer<jsStreamInfo>?
      defer { jsStreamInfo_Destroy(info) }
      guard js_GetStreamInfo(&info, context, stream, &options, nil) == NATS_OK else { continue }
      let name = info?.pointee.Cluster?.pointee.Leader.map { String(cString: $0) }
      if let index = name.flatMap(Int.init) { return servers[index] }
    }
    throw Server.DidNotStart(description: "The stream has no leader.")
  }
}
#endif
