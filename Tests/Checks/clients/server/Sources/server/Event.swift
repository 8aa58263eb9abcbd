import Hummingbird

/// A server-sent event.
struct Event: Sendable {
  let id: Int
  let text: String
  /// The bytes that are written to a client. They are made once for all clients.
  let bytes: ByteBuffer

  init(id: Int, text: String) {
    self.id = id
    self.text = text
    bytes = Event.encoded(id, text)
  }

  static func encoded(_ id: Int, _ text: String) -> ByteBuffer {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
    return ByteBuffer(string: "id: \(id)\n\(lines.joined())\n")
  }
}
