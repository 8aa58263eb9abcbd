#if NATS
import CNATS
import Foundation

extension MessageID {
  /// The header that the server looks at, too.
  static let header: StaticString = "Nats-Msg-Id"

  /// The identity of a message, or nil if another program made the message.
  init?(of message: OpaquePointer) {
    let headers = Headers(of: message)
    guard let id = headers.value(of: Self.header).flatMap({ MessageID($0) }) else { return nil }
    self = id
    guard let text = headers.value(of: Place.header) else { return }
    guard let place = id.place(text) else { return nil }
    self.place = place
  }
}

extension MessageID.Place {
  static let header: StaticString = "Airwave-Base"
}

/// The headers of a message that has arrived.
///
/// ```
/// NATS/1.0\r\n
/// Nats-Msg-Id: 0123456789abcdef-7\r\n
/// \r\n
/// ```
///
/// When the C client is asked for a header, it makes a hash table of all, with four allocations for each. That takes
/// longer than everything else that is done with a message. These lines are therefore looked at where they arrived: the
/// C client keeps subject, reply, headers and data of a message in one allocation, in this order, with a zero behind
/// each of the first three. If there is no such text between the reply and the data, the C client is asked.
struct Headers {
  private static let first: StaticString = "NATS/1.0\r\n"
  private static let last: StaticString = "\r\n\r\n"
  private static let limit = 4_096
  /// How the names begin of headers that users neither set nor read.
  private static let reserved = ["nats-", "airwave-"]

  private let message: OpaquePointer
  /// The lines behind the first, if they were found.
  private let lines: UnsafeBufferPointer<CChar>?

  init(of message: OpaquePointer) {
    self.message = message
    lines = Headers.lines(of: message)
  }

  /// Whether the lines were found where they arrived.
  var isFound: Bool { lines != nil }

  private static func lines(of message: OpaquePointer) -> UnsafeBufferPointer<CChar>? {
    guard let reply = natsMsg_GetReply(message), let data = natsMsg_GetData(message) else { return nil }
    let start = reply + strlen(reply) + 1
    let (firstCount, lastCount) = (first.utf8CodeUnitCount, last.utf8CodeUnitCount)
    let end = data - 1
    let count = end - start
    // The last two characters of the first line may be the first two of the end.
    guard count >= firstCount + lastCount - 2, count <= limit, end.pointee == 0 else { return nil }
    guard memcmp(end - lastCount, last.utf8Start, lastCount) == 0,
      memcmp(start, first.utf8Start, firstCount) == 0
    else { return nil }
    return UnsafeBufferPointer(start: start + firstCount, count: count - firstCount)
  }

  /// The headers that neither the server nor a pair has made, the first value of each.
  var others: [String: String] {
    guard let lines, var line = lines.baseAddress else { return asked }
    var (others, end) = ([String: String](), line + lines.count)
    while line < end, let feed = memchr(line, Int32(UInt8(ascii: "\n")), end - line) {
      let text = UnsafeRawBufferPointer(start: line, count: UnsafeRawPointer(feed) - UnsafeRawPointer(line))
      line += text.count + 1
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")), !Self.isReserved(text[..<colon]) else { continue }
      let name = String(decoding: text[..<colon], as: UTF8.self)
      let value = text[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: "\r") }
      if others[name] == nil { others[name] = String(decoding: value, as: UTF8.self) }
    }
    return others
  }

  private var asked: [String: String] {
    var (names, count, others) = (UnsafeMutablePointer<UnsafePointer<CChar>?>?.none, Int32(0), [String: String]())
    guard natsMsgHeader_Keys(message, &names, &count) == NATS_OK, let names else { return [:] }
    defer { free(names) }
    for case let name? in UnsafeBufferPointer(start: names, count: Int(count)) {
      let text = String(cString: name)
      if !Self.isReserved(text.utf8) { others[text] = header(text, of: message) }
    }
    return others
  }

  private static func isReserved(_ name: some Collection<UInt8>) -> Bool {
    // The bit makes letters small, and keeps the dash.
    reserved.contains { word in name.prefix(word.utf8.count).lazy.map { $0 | 32 }.elementsEqual(word.utf8) }
  }

  /// Why headers cannot be sent, or nil if they can.
  static func refusal(of headers: [String: String]) -> NATSError? {
    for (name, value) in headers {
      let isName = !name.isEmpty && name.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: ":") }
      let isValue = value.utf8.allSatisfy { $0 >= 32 && $0 != 127 } && value.utf8.first != 32 && value.utf8.last != 32
      if isName, isValue, !isReserved(name.utf8) { continue }
      return NATSError(.invalid, "A header cannot be sent: its name is reserved, or has characters that none can have.")
    }
    return nil
  }

  /// How many bytes headers take.
  static func size(of headers: [String: String]) -> Int {
    headers.isEmpty ? 0 : headers.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 }
  }

  /// - Returns: The value of a header, which ends before a zero or a carriage return, or nil if there is no such
  ///   header.
  func value(of name: StaticString) -> UnsafePointer<CChar>? {
    guard let lines else {
      var text: UnsafePointer<CChar>?
      return natsMsgHeader_Get(message, name.characters, &text) == NATS_OK ? text : nil
    }
    guard var line = lines.baseAddress else { return nil }
    let (end, count) = (line + lines.count, name.utf8CodeUnitCount)
    while line < end {
      if end - line > count, memcmp(line, name.utf8Start, count) == 0, line[count] == CChar(UInt8(ascii: ":")) {
        var value = line + count + 1
        while value.pointee == CChar(UInt8(ascii: " ")) { value += 1 }
        return value
      }
      guard let feed = memchr(line, Int32(UInt8(ascii: "\n")), end - line) else { return nil }
      line = UnsafePointer(feed.assumingMemoryBound(to: CChar.self)) + 1
    }
    return nil
  }
}
#endif
