#if Inspector
import FlyingFox

/// Decides which requests are answered.
///
/// A page of another origin must not reach the program through the user's browser. The `Host` header tells whether the
/// browser was led here by a foreign name (DNS rebinding), and `Origin` which page asks for a WebSocket. The
/// origin of a page that has come through a proxy with TLS begins with `https`.
struct RequestPolicy: Sendable {
  private static let names = ["127.0.0.1", "localhost", "[::1]"]

  private let port: UInt16
  /// The values of `Host` that are accepted. Nil accepts all: a token is asked for instead.
  private let hosts: Set<String>?
  private let token: String?

  init(port: UInt16, isLoopback: Bool, token: String?) {
    (self.port, self.token) = (port, token)
    hosts = isLoopback ? Set(Self.names.map { "\($0):\(port)" } + (port == 80 ? Self.names : [])) : nil
  }

  /// - Returns: Why the request is refused, or nil.
  func refusal(of request: HTTPRequest) -> Refusal? {
    guard let host = request.headers[.host]?.lowercased() else { return .otherHost }
    if let hosts, !hosts.contains(host) {
      return Self.names.contains(name(of: host)) ? .otherPort(port) : .otherHost
    }
    if let origin = request.headers[HTTPHeader("Origin")]?.lowercased(), let refusal = refusal(of: origin, at: host) {
      return refusal
    }
    let site = request.headers[HTTPHeader("Sec-Fetch-Site")]?.lowercased() ?? "none"
    // A link in another page may lead to the page, but nothing else may ask for anything.
    let isLink = request.path == "/" && request.headers[HTTPHeader("Sec-Fetch-Mode")]?.lowercased() == "navigate"
    if !["none", "same-origin"].contains(site), !isLink { return .otherOrigin }
    if let token, !isEqual(token, given(in: request)) { return .noToken }
    let isKnown = ["/", "/data", "/live", "/recording"].contains(request.path) || Page.script(at: request.path) != nil
    if !isKnown { return .otherPath }
    if request.method != .GET { return .otherMethod }
    if hasBody(request) { return .body }
    return nil
  }

  /// A page of the same host and port is one of the inspector, with TLS or without.
  private func refusal(of origin: String, at host: String) -> Refusal? {
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where origin.hasPrefix(scheme) {
      let page = String(origin.dropFirst(scheme.count))
      // A browser leaves out the port of the scheme. A proxy may add it.
      if page == host || page + port == host { return nil }
      if name(of: page) == name(of: host) { return .otherPort(self.port) }
    }
    return .otherOrigin
  }

  /// A host without its port.
  private func name(of host: String) -> String {
    host.replacing(#/:[0-9]*$/#, with: "")
  }

  /// Whether bytes follow the head of the request.
  func hasBody(_ request: HTTPRequest) -> Bool {
    request.headers[.transferEncoding] != nil || request.headers[.contentLength].map { $0 != "0" } ?? false
  }

  private func given(in request: HTTPRequest) -> String {
    if let token = request.query.first(where: { $0.name == "token" })?.value { return token }
    let authorization = request.headers[.authorization] ?? ""
    return authorization.hasPrefix("Bearer ") ? String(authorization.dropFirst(7)) : ""
  }

  /// Compares in a time that does not tell where the texts differ.
  private func isEqual(_ left: String, _ right: String) -> Bool {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    if left.count != right.count { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Why a request is refused.
enum Refusal: Sendable {
  case otherHost, otherPort(UInt16), otherOrigin, noToken, otherPath, otherMethod, body, noRecording, tooManyPages

  var status: HTTPStatusCode {
    switch self {
    case .otherHost, .otherPort, .otherOrigin: .forbidden
    case .noToken: .unauthorized
    case .otherPath, .noRecording: .notFound
    case .otherMethod: .methodNotAllowed
    case .body: .badRequest
    case .tooManyPages: .serviceUnavailable
    }
  }

  var sentence: String {
    switch self {
    case .otherHost: "The inspector does not answer to this host name. Use 127.0.0.1 or localhost, with the port."
    case .otherPort(let port):
      "The address of the page has another port than the inspector, which is on \(port). Forward a port of the same number. "
        + "If the inspector was started with a host, a proxy that keeps the header Host may have another one."
    case .otherOrigin: "The inspector does not answer to pages of other origins."
    case .noToken: "The inspector asks for its token: ?token=…"
    case .otherPath: "There is /, /data, /live and /recording."
    case .otherMethod: "Only GET is allowed."
    case .body: "A request has no body."
    case .noRecording: "Nothing was recorded from the page."
    case .tooManyPages: "Too many pages are open."
    }
  }
}
#endif
