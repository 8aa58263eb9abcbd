import Hummingbird

/// A server-sent event.
struct Event: Sendable {
  let id: Int
  let text: String
  /// What is written to a client: made once for all of them.
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
