#if NATS
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

  /// - Returns: Nil if the text is no such subject.
  init?(_ text: UnsafePointer<CChar>) {
    var starts = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let parsed = withUnsafeMutableBytes(of: &starts) { buffer -> (words: Int, length: Int)? in
      let starts = buffer.bindMemory(to: Int.self)
      var (words, position) = (1, 0)
      while text[position] != 0 {
        if text[position] == CChar(UInt8(ascii: ".")) {
          if words < starts.count { starts[words] = position + 1 }
          words += 1
        }
        position += 1
      }
      return (words, position)
    }
    guard let (words, length) = parsed, words == 9 || words == 11 || words == 12 else { return nil }
    let first = words == 9 ? 2 : 4
    self.length = length
    var numbers = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    let hash = withUnsafeBytes(of: &starts) { buffer -> UInt64? in
      let starts = buffer.bindMemory(to: Int.self)
      guard let sequence = number(text, starts[first + 3]), let delivery = number(text, starts[first + 4]),
        let time = number(text, starts[first + 5]), let pending = number(text, starts[first + 6])
      else { return nil }
      numbers = (sequence, delivery, time, pending)
      var hash = Self.seed
      for position in starts[first]..<starts[first + 2] - 1 {
        hash = Self.combine(hash, UInt8(bitPattern: text[position]))
      }
      return hash
    }
    guard let hash else { return nil }
    consumer = hash
    (sequence, delivery, time, pending) = numbers
  }

  /// The hash of a consumer. Its name is a random one of the server, which no other process chooses.
  static func hash(stream: String, consumer: String) -> UInt64 {
    "\(stream).\(consumer)".utf8.reduce(seed, combine)
  }

  // FNV-1a, of 64 bits.
  private static var seed: UInt64 { 0xCBF2_9CE4_8422_2325 }

  private static func combine(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

/// The digits at a position of a text, up to a dot or the end.
private func number(_ text: UnsafePointer<CChar>, _ start: Int) -> UInt64? {
  var (value, position) = (UInt64(0), start)
  while case let digit = UInt8(bitPattern: text[position]) &- UInt8(ascii: "0"), digit < 10 {
    let (product, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
    if overflow || carry { return nil }
    value = sum
    position += 1
  }
  let end = UInt8(bitPattern: text[position])
  return position > start && (end == 0 || end == UInt8(ascii: ".")) ? value : nil
}
#endif
