#if Inspector
import FlyingFox
import Foundation

extension HTTPResponse {
  static func answer(_ body: Data, type: String, status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [
        .contentType: type,
        .cacheControl: "no-store",
        HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        HTTPHeader("Referrer-Policy"): "no-referrer",
      ],
      body: body
    )
  }

  static func refusal(_ refusal: Refusal) -> HTTPResponse {
    let body = Data((refusal.sentence + "\n").utf8)
    var response = answer(body, type: "text/plain; charset=utf-8", status: refusal.status)
    if case .otherMethod = refusal { response.headers[HTTPHeader("Allow")] = "GET" }
    return response
  }

  /// The head of an answer, after which the connection is closed.
  ///
  /// FlyingFox closes a connection only after a WebSocket, so this is one without frames.
  func closing() -> HTTPResponse {
    var response = HTTPResponse(headers: headers, webSocket: ClosingHandler())
    response.statusCode = statusCode
    response.headers[.contentLength] = "0"
    response.headers[.connection] = "close"
    return response
  }

  /// The page. Its policy lets it reach this server and nothing else, and lets no script in but its own.
  static func page(host: String, token: String?, recording: String? = nil) -> HTTPResponse {
    let nonce = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
    let html = Page.html(nonce: nonce, token: token, recording: recording)
    var response = answer(Data(html.utf8), type: "text/html; charset=utf-8")
    let sources = [
      "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "img-src data:",
      "connect-src 'self' ws://\(host) wss://\(host)", "base-uri 'none'", "form-action 'none'",
      "frame-ancestors 'none'",
    ]
    response.headers[HTTPHeader("Content-Security-Policy")] = sources.joined(separator: "; ")
    return response
  }
}

private struct ClosingHandler: WSHandler {
  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    AsyncStream { $0.finish() }
  }
}
#endif
