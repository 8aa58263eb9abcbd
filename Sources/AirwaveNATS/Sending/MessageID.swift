#if NATS
/// The sender of a message, and its number among those of the sender: the sender as 16 hexadecimal digits, a dash, and
/// the number. If a copy must not count as a repetition, the number of such copies follows, behind another dash.
///
/// The server drops a message whose identity it has stored within the last two minutes.
struct MessageID: Equatable {
  /// A random number for each pair and process.
  let sender: UInt64
  /// Counts from 0.
  let number: UInt64
  /// How many copies were published before that the server must not take for this one.
  var epoch: UInt64 = 0
  /// Where the message belongs. Nil if it was published by a former version.
  var place: Place?

  /// What a reader needs to know of the earlier messages of a sender, in a header of its own:
  /// `<number - next>-<behind>`, and `-<span>` if there is one.
  struct Place: Equatable {
    /// What was known of the sender when the message was published.
    var base: Base
    /// How many numbers before this one were given up.
    var span: UInt64 = 0
  }

  /// Right behind a position of the stream, the next number of a sender was exactly this.
  struct Base: Equatable {
    var next: UInt64
    var behind: UInt64
  }

  /// The first number that the message stands for: those from there to its own were given up.
  var first: UInt64 { number - (place?.span ?? 0) }

  init(sender: UInt64, number: UInt64, epoch: UInt64 = 0, place: Place? = nil) {
    (self.sender, self.number, self.epoch, self.place) = (sender, number, epoch, place)
  }

  /// - Returns: Nil if the text is no such identity: another program made the message.
  init?(_ text: UnsafePointer<CChar>) {
    var (sender, position) = (UInt64(0), 0)
    while position < 16 {
      guard let digit = hexadecimal(text[position]) else { return nil }
      (sender, position) = (sender << 4 | digit, position + 1)
    }
    guard text[position] == dash else { return nil }
    position += 1
    // The highest number has no next one.
    guard let number = decimal(text, &position), number < .max else { return nil }
    var epoch: UInt64 = 0
    if text[position] == dash {
      position += 1
      guard let count = decimal(text, &position) else { return nil }
      epoch = count
    }
    guard isEnd(text[position]) else { return nil }
    self.init(sender: sender, number: number, epoch: epoch)
  }

  /// Reads where the message belongs.
  ///
  /// - Returns: Nil if no pair writes such a text.
  func place(_ text: UnsafePointer<CChar>) -> Place? {
    var position = 0
    guard let difference = decimal(text, &position), difference <= number, text[position] == dash else { return nil }
    position += 1
    guard let behind = decimal(text, &position) else { return nil }
    var span: UInt64 = 0
    if text[position] == dash {
      position += 1
      guard let count = decimal(text, &position), count <= number else { return nil }
      span = count
    }
    return isEnd(text[position]) ? Place(base: Base(next: number - difference, behind: behind), span: span) : nil
  }
}

extension Text {
  mutating func append(_ id: MessageID) {
    append(hexadecimal: id.sender)
    append(UInt8(ascii: "-"))
    append(id.number)
    if id.epoch > 0 {
      append(UInt8(ascii: "-"))
      append(id.epoch)
    }
  }

  mutating func append(_ place: MessageID.Place, of id: MessageID) {
    append(id.number - place.base.next)
    append(UInt8(ascii: "-"))
    append(place.base.behind)
    if place.span > 0 {
      append(UInt8(ascii: "-"))
      append(place.span)
    }
  }
}

private let dash = CChar(UInt8(ascii: "-"))

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
