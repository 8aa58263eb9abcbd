#if NATS
import Foundation

/// What the server says of a message that it delivers, in the subject for its acknowledgment:
///
/// ```
/// $JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<delivery>.<time>.<pending>
/// $JS.ACK.<domain>.<account>.<stream>.<consumer>.<deliveries>.<sequence>.<delivery>.<time>.<pending>[.<random>]
/// ```
struct DeliverySubject: Equatable {
  /// A hash of the words of the stream and the consumer.
  let consumer: UInt64
  let sequence: UInt64
  let delivery: UInt64
  /// When the message was stored, in nanoseconds since 1970.
  let time: UInt64
  let pending: UInt64
  let length: Int
  /// The number of characters up to and including the dot behind the consumer.
  private let prefixLength: Int

  /// Reads a subject. Nil if the text is no such subject.
  ///
  /// - Parameters:
  ///   - text: The subject.
  ///   - neighbor: Another one. If it is of the same consumer, only the numbers are read.
  init?(_ text: UnsafePointer<CChar>, beside neighbor: (text: UnsafePointer<CChar>, subject: DeliverySubject)? = nil) {
    if let neighbor, strncmp(text, neighbor.text, neighbor.subject.prefixLength) == 0 {
      (consumer, prefixLength) = (neighbor.subject.consumer, neighbor.subject.prefixLength)
    } else if let prefix = Self.prefix(of: text) {
      (consumer, prefixLength) = prefix
    } else {
      return nil
    }
    var rest = text + prefixLength
    guard Self.number(&rest) != nil, let sequence = Self.number(&rest), let delivery = Self.number(&rest),
      let time = Self.number(&rest), let pending = Self.number(&rest)
    else { return nil }
    length = rest - text + strlen(rest)
    (self.sequence, self.delivery, self.time, self.pending) = (sequence, delivery, time, pending)
  }

  /// The hash of the consumer, and how many characters come before its numbers.
  private static func prefix(of text: UnsafePointer<CChar>) -> (consumer: UInt64, length: Int)? {
    var (wordCount, length) = (1, 0)
    while text[length] != 0 {
      if text[length] == dot { wordCount += 1 }
      length += 1
    }
    guard wordCount == 9 || wordCount == 11 || wordCount == 12 else { return nil }
    var rest = text
    for _ in 0..<(wordCount == 9 ? 2 : 4) { skipWord(&rest) }
    var (hash, dotCount) = (seed, 0)
    while true {
      if rest.pointee == dot {
        dotCount += 1
        if dotCount == 2 { return (hash, rest - text + 1) }
      }
      hash = combine(hash, UInt8(bitPattern: rest.pointee))
      rest += 1
    }
  }

  /// Moves behind the next dot, which must exist.
  private static func skipWord(_ rest: inout UnsafePointer<CChar>) {
    while rest.pointee != dot { rest += 1 }
    rest += 1
  }

  /// Reads a word of digits, and moves behind the dot that follows it. The highest number has no next one, and is none.
  private static func number(_ rest: inout UnsafePointer<CChar>) -> UInt64? {
    var (number, end) = (UInt64(0), rest)
    while case let digit = UInt8(bitPattern: end.pointee) &- UInt8(ascii: "0"), digit < 10 {
      (number, end) = (number &* 10 &+ UInt64(digit), end + 1)
    }
    let length = end - rest
    if length == 0 || length > 19 {
      // It may be too large.
      var position = 0
      guard let exact = decimal(rest, &position), exact < .max else { return nil }
      number = exact
    }
    guard end.pointee == 0 || end.pointee == dot else { return nil }
    rest = end.pointee == 0 ? end : end + 1
    return number
  }

  private static var dot: CChar { CChar(UInt8(ascii: ".")) }

  /// The hash of a consumer. Its name is a random one of the server, which no other process chooses.
  static func hash(stream: String, consumer: String) -> UInt64 {
    "\(stream).\(consumer)".utf8.reduce(seed, combine)
  }

  // FNV-1a, of 64 bits.
  private static var seed: UInt64 { 0xCBF2_9CE4_8422_2325 as UInt64 }
  private static var prime: UInt64 { 0x100_0000_01B3 as UInt64 }

  private static func combine(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* prime }
}
#endif
