#if NATS
/// The sender of a message, and its number among those of the sender: the sender as 16 hexadecimal digits, a dash, and the number.
///
/// The server drops a message whose identity it has stored within the last two minutes.
struct MessageID: Equatable {
  /// A random number for each pair and process.
  let sender: UInt64
  let number: UInt64
  /// What the sender said about its earlier messages, in a header of its own.
  var progress: Progress?

  /// What was acknowledged when a message was published: two numbers, with a dash between them.
  struct Progress: Equatable {
    /// The number of the oldest message of the sender that was not acknowledged. All before it are stored, or were refused.
    let oldest: UInt64
    /// How many messages of the sender were refused.
    let refusedCount: UInt64
  }

  init(sender: UInt64, number: UInt64, progress: Progress? = nil) {
    (self.sender, self.number, self.progress) = (sender, number, progress)
  }

  /// - Returns: Nil if the text is no such identity: another program made the message.
  init?(_ text: UnsafePointer<CChar>) {
    var position = 0
    guard let sender = digits(in: text, &position, of: 16, atMost: 16), position == 16,
      text[position] == CChar(UInt8(ascii: "-"))
    else { return nil }
    position += 1
    // The highest number has no next one.
    guard let number = digits(in: text, &position, of: 10, atMost: 20), text[position] == 0, number < .max else {
      return nil
    }
    self.init(sender: sender, number: number)
  }

  /// Calls a closure with the text.
  func withText<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { text in
      for position in 0..<16 {
        text[position] = character((sender >> UInt64(60 - position * 4)) & 15)
      }
      text[16] = CChar(UInt8(ascii: "-"))
      var (rest, count) = (number, 1)
      while rest >= 10 { (rest, count) = (rest / 10, count + 1) }
      rest = number
      for position in (17..<17 + count).reversed() {
        text[position] = character(rest % 10)
        rest /= 10
      }
      text[17 + count] = 0
      return text.withMemoryRebound(to: CChar.self) { buffer in
        buffer.baseAddress.map { body(UnsafePointer($0)) } ?? body("")
      }
    }
  }
}

extension MessageID.Progress {
  init?(_ text: UnsafePointer<CChar>) {
    var position = 0
    guard let oldest = digits(in: text, &position, of: 10, atMost: 20), text[position] == CChar(UInt8(ascii: "-"))
    else { return nil }
    position += 1
    guard let refusedCount = digits(in: text, &position, of: 10, atMost: 20), text[position] == 0 else { return nil }
    self.init(oldest: oldest, refusedCount: refusedCount)
  }

  var text: String { "\(oldest)-\(refusedCount)" }
}

/// The number that begins at a position of a text, behind which the position is then.
private func digits(
  in text: UnsafePointer<CChar>,
  _ position: inout Int,
  of radix: UInt64,
  atMost limit: Int
) -> UInt64? {
  var value: UInt64 = 0
  let start = position
  while position - start < limit, let digit = hexadecimal(UInt8(bitPattern: text[position])), digit < radix {
    let (product, overflow) = value.multipliedReportingOverflow(by: radix)
    let (sum, carry) = product.addingReportingOverflow(digit)
    if overflow || carry { return nil }
    value = sum
    position += 1
  }
  return position > start ? value : nil
}

private func hexadecimal(_ byte: UInt8) -> UInt64? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
  default: nil
  }
}

private func character(_ digit: UInt64) -> CChar {
  let first = digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10
  return CChar(first + UInt8(digit))
}
#endif
