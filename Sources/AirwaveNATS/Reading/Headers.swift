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
    guard place == nil, let text = headers.value(of: Place.header) else { return }
    guard let place = id.place(text) else { return nil }
    self.place = place
  }
}

extension MessageID.Place {
  /// The header of former versions.
  static let header: StaticString = "Airwave-Base"
}

/// The headers of a message that has arrived.
///
/// ```
/// NATS/1.0\r\n
/// Nats-Msg-Id: ~014<D:Xk04C702N000\r\n
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
  private static var reserved: (StaticString, StaticString) { ("nats-", "airwave-") }

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
      if Self.isReserved(text) { continue }
      guard let colon = Self.index(of: ":", in: text, from: 0) else { continue }
      var start = colon + 1
      while start < text.count, text[start] == UInt8(ascii: " ") { start += 1 }
      let end = Self.index(of: "\r", in: text, from: start) ?? text.count
      let name = String(decoding: UnsafeRawBufferPointer(rebasing: text[..<colon]), as: UTF8.self)
      let value = String(decoding: UnsafeRawBufferPointer(rebasing: text[start..<end]), as: UTF8.self)
      if let first = others.updateValue(value, forKey: name) { others[name] = first }
    }
    return others
  }

  /// The lines of these headers, or nil if other lines are between them, or they were not found.
  fileprivate var otherLines: UnsafeRawBufferPointer? {
    guard let lines, var line = lines.baseAddress else { return nil }
    let end = line + lines.count
    var (start, stop): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
    while line < end, let feed = memchr(line, Int32(UInt8(ascii: "\n")), end - line) {
      let next = UnsafePointer(feed.assumingMemoryBound(to: CChar.self)) + 1
      // The last line is empty.
      if next - line == 2 && line.pointee == CChar(UInt8(ascii: "\r"))
        || Self.isReserved(UnsafeRawBufferPointer(start: line, count: next - line))
      {
        if start != nil { stop = stop ?? line }
      } else {
        if stop != nil { return nil }
        start = start ?? line
      }
      line = next
    }
    return UnsafeRawBufferPointer(start: start, count: start.map { (stop ?? line) - $0 } ?? 0)
  }

  private static func index(of scalar: Unicode.Scalar, in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let first = text.baseAddress, start < text.count else { return nil }
    return memchr(first + start, Int32(scalar.value), text.count - start).map { UnsafeRawPointer($0) - first }
  }

  private var asked: [String: String] {
    var (names, count, others) = (UnsafeMutablePointer<UnsafePointer<CChar>?>?.none, Int32(0), [String: String]())
    guard natsMsgHeader_Keys(message, &names, &count) == NATS_OK, let names else { return [:] }
    defer { free(names) }
    for case let name? in UnsafeBufferPointer(start: names, count: Int(count)) {
      if Self.isReserved(UnsafeRawBufferPointer(start: name, count: strlen(name))) { continue }
      let text = String(cString: name)
      others[text] = header(text, of: message)
    }
    return others
  }

  /// Whether a name, or a line that begins with one, is reserved.
  private static func isReserved(_ text: UnsafeRawBufferPointer) -> Bool {
    func begins(with word: StaticString) -> Bool {
      // The bit makes letters small, and keeps the dash.
      text.count >= word.utf8CodeUnitCount
        && (0..<word.utf8CodeUnitCount).allSatisfy { text[$0] | 32 == word.utf8Start[$0] }
    }
    return begins(with: reserved.0) || begins(with: reserved.1)
  }

  /// Why headers cannot be sent, or nil if they can.
  static func refusal(of headers: [String: String]) -> NATSError? {
    for (var name, var value) in headers {
      let isName = name.withUTF8 { bytes in
        !bytes.isEmpty && bytes.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: ":") }
          && !isReserved(UnsafeRawBufferPointer(bytes))
      }
      let isValue = value.withUTF8 { bytes in
        bytes.allSatisfy { $0 >= 32 && $0 != 127 } && bytes.first != 32 && bytes.last != 32
      }
      if isName, isValue { continue }
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

/// Reads the headers that senders have added, of one message after the other. Lines that are those of the message
/// before are not read again. That message must still be there.
struct OtherHeaders {
  private var lines = UnsafeRawBufferPointer(start: nil, count: 0)
  private var values: [String: String] = [:]

  mutating func read(_ message: OpaquePointer) -> [String: String] {
    let headers = Headers(of: message)
    guard let lines = headers.otherLines else { return headers.others }
    if !Self.areEqual(lines, self.lines) { (self.lines, values) = (lines, lines.isEmpty ? [:] : headers.others) }
    return values
  }

  private static func areEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    guard first.count == second.count else { return false }
    guard let start = first.baseAddress, let other = second.baseAddress else { return true }
    return memcmp(start, other, first.count) == 0
  }
}
#endif
