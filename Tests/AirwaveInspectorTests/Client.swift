#if Inspector
import FlyingSocks
import Foundation

/// A client of the inspector that writes requests byte by byte, as a browser would not.
struct Client {
  struct Answer {
    let status: Int
    let head: String
    var body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  let socket: AsyncSocket
  let port: UInt16

  init(port: UInt16) async throws {
    self.port = port
    socket = try await .connected(to: .inet(ip4: "127.0.0.1", port: port))
  }

  /// Whether the server has closed the connection, and everything before that was read.
  var isClosed: Bool {
    do {
      _ = try socket.socket.read()
      return false
    } catch SocketError.blocked {
      return false
    } catch {
      return true
    }
  }

  /// Sends one request over a connection of its own.
  static func request(
    _ port: UInt16,
    _ path: String = "/data",
    method: String = "GET",
    headers: [String: String] = [:]
  ) async throws -> Answer {
    let client = try await Client(port: port)
    defer { try? client.socket.close() }
    try await client.send(path, method: method, headers: headers)
    var answer = try await client.head()
    while let part = try? await client.socket.read(atMost: 4_096) { answer.body += part }
    return answer
  }

  func send(_ path: String, method: String = "GET", headers: [String: String] = [:]) async throws {
    let all = ["Host": "127.0.0.1:\(port)", "Connection": "close"].merging(headers) { $1 }
    let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
    try await socket.write(Data("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n".utf8))
  }

  func head() async throws -> Answer {
    var bytes: [UInt8] = []
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) { bytes.append(try await socket.read()) }
    let head = String(decoding: bytes, as: UTF8.self)
    return Answer(status: Int(head.split(separator: " ")[1]) ?? 0, head: head, body: Data())
  }

  // MARK: WebSocket

  static func live(_ port: UInt16, headers: [String: String] = [:]) async throws -> (client: Client, answer: Answer) {
    let client = try await Client(port: port)
    let upgrade = [
      "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ]
    try await client.send("/live", headers: upgrade.merging(headers) { $1 })
    return (client, try await client.head())
  }

  /// Sends a short message. A mask of zeros leaves the text as it is.
  func say(_ text: String) async throws {
    try await socket.write(Data([0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0]) + Data(text.utf8))
  }

  /// The next message.
  func hear() async throws -> [String: Any] {
    _ = try await socket.read()
    var length = Int(try await socket.read())
    if length >= 126 {
      let bytes = try await socket.read(bytes: length == 126 ? 2 : 8)
      length = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    let object = try JSONSerialization.jsonObject(with: Data(try await socket.read(bytes: length)))
    return object as? [String: Any] ?? [:]
  }

  /// The descriptions of the values of a pair, until the last one is heard.
  func values(of pair: Int, until last: String) async throws -> [String] {
    var texts: [String] = []
    while texts.last != last {
      let values = try await hear()["values"] as? [[String: Any]] ?? []
      texts += values.filter { $0["pair"] as? Int == pair }.compactMap { $0["text"] as? String }
    }
    return texts
  }
}
#endif
