#if NATS
/// The sender of a message, and its number among those of the sender: the sender as 16 hexadecimal digits, a dash, and
/// the number.
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
    /// The number of the oldest message of the sender that was not acknowledged. All before it are stored, or were
    /// refused.
    let oldest: UInt64
    /// How many messages of the sender were refused.
    let refusedCount: UInt64
  }

  init(sender: UInt64, number: UInt64, progress: Progress? = nil) {
    (self.sender, self.number, self.progress) = (sender, number, progress)
  }

  /// - Returns: Nil if the text is no such identity: another program made the message.
  init?(_ text: UnsafePointer<CChar>) {
    var (sender, position) = (UInt64(0), 0)
    while position < 16 {
      guard let digit = hexadecimal(text[position]) else { return nil }
      (sender, position) = (sender << 4 | digit, position + 1)
    }
    guard text[position] == CChar(UInt8(ascii: "-")) else { return nil }
    position += 1
    // The highest number has no next one.
    guard let number = decimal(text, &position), isEnd(text[position]), number < .max else { return nil }
    self.init(sender: sender, number: number)
  }
}

extension MessageID.Progress {
  init?(_ text: UnsafePointer<CChar>) {
    var position = 0
    guard let oldest = decimal(text, &position), text[position] == CChar(UInt8(ascii: "-")) else { return nil }
    position += 1
    guard let refusedCount = decimal(text, &position), isEnd(text[position]) else { return nil }
    self.init(oldest: oldest, refusedCount: refusedCount)
  }
}

extension Text {
  mutating func append(_ id: MessageID) {
    append(hexadecimal: id.sender)
    append(UInt8(ascii: "-"))
    append(id.number)
  }

  mutating func append(_ progress: MessageID.Progress) {
    append(progress.oldest)
    append(UInt8(ascii: "-"))
    append(progress.refusedCount)
  }
}

/// Whether a value of a header ends before a character.
private func isEnd(_ character: CChar) -> Bool { character == 0 || character == CChar(UInt8(ascii: "\r")) }

private func hexadecimal(_ character: CChar) -> UInt64? {
  switch UInt8(bitPattern: character) {
  case let byte where byte &- UInt8(ascii: "0") < 10: UInt64(byte - UInt8(ascii: "0"))
  case let byte where byte &- UInt8(ascii: "a") < 6: UInt64(byte - UInt8(ascii: "a") + 10)
  default: nil
  }
}
#endif
