#if Inspector
import Airwave
import FlyingFox
import FlyingSocks
import Foundation

/// The HTTP server of the page and its data.
final class InspectorServer: HTTPHandler {
  private let port: UInt16
  private let host: String?
  private let token: String?
  private let session: Session
  /// The recording that the page opens. Nil for the page of a running program.
  private let recording: (name: String, data: Data)?
  private let pool: ConnectionPool
  private let pages: Pages
  private let active = Lock<(server: HTTPServer, policy: RequestPolicy)?>(nil)

  init(
    port: UInt16,
    host: String?,
    token: String?,
    session: Session,
    pool: ConnectionPool = ConnectionPool(),
    recording: (name: String, data: Data)? = nil
  ) {
    self.port = port
    self.host = host
    self.token = token
    self.session = session
    self.recording = recording
    self.pool = pool
    pages = Pages(session: session)
  }

  /// Starts to listen.
  ///
  /// - Returns: The address of the page.
  func start() async throws -> String {
    let address: sockaddr_in
    do {
      address = try .inet(ip4: host ?? "127.0.0.1", port: port)
    } catch {
      throw InspectorError.noSuchAddress(host ?? "")
    }
    // A body is not read, but for one byte.
    let configuration = HTTPServer.Configuration(
      address: address,
      timeout: 15,
      sharedRequestBufferSize: 1,
      sharedRequestReplaySize: 1,
      pool: pool,
      logger: .disabled
    )
    let server = HTTPServer(config: configuration, handler: Forward(server: self))
    let running = Task.detached { try await server.run() }
    let port: UInt16
    do {
      port = try await self.port(of: server, running)
    } catch {
      // It may listen already, or be about to.
      running.cancel()
      _ = await running.result
      throw error
    }
    let policy = RequestPolicy(port: port, isLoopback: host == nil, token: token)
    active.withLock { $0 = (server, policy) }
    // "0.0.0.0" is all interfaces, and no address that a browser opens.
    let name = host.map { $0 == "0.0.0.0" ? "127.0.0.1" : $0 } ?? "127.0.0.1"
    return "http://\(name):\(port)/" + (token.map { "?token=" + $0.escapedForQuery } ?? "")
  }

  /// Returns the port when the server listens. A group of tasks would wait for the server to end.
  private func port(of server: HTTPServer, _ running: Task<Void, any Error>) async throws -> UInt16 {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    Task.detached {
      let result = await running.result
      outcome.yield(result.flatMap { .failure(SocketError.disconnected) })
    }
    Task.detached {
      do {
        try await server.waitUntilListening()
        outcome.yield(.success(()))
      } catch {
        outcome.yield(.failure(error))
      }
    }
    do {
      var first: Result<Void, any Error>?
      for await result in outcomes {
        first = result
        break
      }
      // If the task is cancelled, there is no outcome.
      try Task.checkCancellation()
      try first?.get()
    } catch SocketError.failed(_, let code, let message) {
      if code == EADDRINUSE { throw InspectorError.portTaken(port) }
      if code == EADDRNOTAVAIL { throw InspectorError.noSuchAddress(host ?? "") }
      throw InspectorError(code: .other, description: "The server cannot listen on port \(port): \(message).")
    }
    guard case .ip4(_, let port) = await server.listeningAddress else {
      throw InspectorError(code: .other, description: "The server cannot tell its address.")
    }
    return port
  }

  func stop() async {
    await pages.close()
    await active.withLock { $0 }?.server.stop()
    let former = active.withLock { $0.take() }
    withExtendedLifetime(former) {}
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    // A request that comes while the server stops, or before it has told its port.
    await pool.received(from: request.remoteAddress)
    guard let policy = active.withLock({ $0?.policy }) else { return .refusal(.otherHost).closing() }
    if let refusal = policy.refusal(of: request) {
      let response = HTTPResponse.refusal(refusal)
      // What a page of another origin puts in a body must not be taken for the next request.
      return policy.hasBody(request) ? response.closing() : response
    }
    switch request.path {
    case "/data":
      return .answer(Data(session.snapshot().json.utf8), type: "application/json")
    case "/recording":
      guard let recording = recording?.data ?? session.finishedRecording else { return .refusal(.noRecording) }
      var response = HTTPResponse.answer(recording, type: "application/x-ndjson")
      response.headers[.contentDisposition] = "attachment; filename=\"recording.jsonl\""
      return response
    case "/live":
      if await pages.isFull { return .refusal(.tooManyPages) }
      let handler = LiveHandler(pages: pages, pool: pool, address: request.remoteAddress)
      return try await WebSocketHTTPHandler(handler: handler).handleRequest(request)
    case let path where path != "/":
      guard let script = Page.script(at: path) else { return .refusal(.otherPath) }
      return .answer(script, type: "text/javascript; charset=utf-8")
    default:
      let host = request.headers[.host] ?? ""
      return .page(host: host, token: token, recording: recording?.name)
    }
  }
}

/// Holds the server weakly, so that the connections that the system has not closed yet do not keep it.
private struct Forward: HTTPHandler {
  private struct Reference: Sendable { weak let server: InspectorServer? }
  private let reference: Reference

  init(server: InspectorServer) { reference = Reference(server: server) }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let server = reference.server else { return .refusal(.otherHost).closing() }
    return try await server.handleRequest(request)
  }
}

extension String {
  /// The text as a part of a query.
  var escapedForQuery: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? self
  }
}
#endif
