#if NATS
/// The sender of a message, and its number among those of the sender. It is one header, and one text:
///
/// ```
/// Nats-Msg-Id: ~<sender><number><number - next><behind><epoch><span>
/// ```
///
/// The server drops a message whose identity it has stored within the last two minutes. A copy that must not count as a
/// repetition has another epoch. All copies of one epoch have the same place, and so the same text.
///
/// The digits are the 64 characters from `0` on. The sender has eleven. Of the other numbers, each digit has five bits,
/// the lowest first, and says with the sixth whether another one follows.
///
/// Former versions wrote decimal numbers into two headers, which are still read: `Nats-Msg-Id` with the sender as 16
/// hexadecimal digits, a dash, the number, and behind another dash the epoch if it is not 0; and `Airwave-Base` with
/// `<number - next>-<behind>`, and `-<span>` if it is not 0. Versions before those wrote no place.
struct MessageID: Equatable {
  /// A random number for each pair and process.
  let sender: UInt64
  /// Counts from 0.
  let number: UInt64
  /// How many copies were published before that the server must not take for this one.
  var epoch: UInt64 = 0
  /// Where the message belongs. Nil if it was published by a former version.
  var place: Place?

  /// What a reader needs to know of the earlier messages of a sender.
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

  /// The length of the longest text.
  static let length = 12 + 5 * 13

  /// The first number that the message stands for: those from there to its own were given up.
  var first: UInt64 { number - (place?.span ?? 0) }

  init(sender: UInt64, number: UInt64, epoch: UInt64 = 0, place: Place? = nil) {
    (self.sender, self.number, self.epoch, self.place) = (sender, number, epoch, place)
  }

  /// Reads an identity, and its place if it is in the same text.
  ///
  /// - Returns: Nil if the text is no such identity: another program made the message.
  init?(_ text: UnsafePointer<CChar>) {
    guard UInt8(bitPattern: text[0]) == mark else {
      self.init(former: text)
      return
    }
    var (sender, position) = (UInt64(0), 1)
    while position < 12 {
      // The first digit has four bits.
      guard let digit = bits(text[position]), position > 1 || digit < 16 else { return nil }
      (sender, position) = (sender << 6 | digit, position + 1)
    }
    // The highest number has no next one.
    guard let number = packed(text, &position), number < .max, let difference = packed(text, &position),
      difference <= number, let behind = packed(text, &position), let epoch = packed(text, &position),
      let span = packed(text, &position), span <= number, isEnd(text[position])
    else { return nil }
    let place = Place(base: Base(next: number - difference, behind: behind), span: span)
    self.init(sender: sender, number: number, epoch: epoch, place: place)
  }

  private init?(former text: UnsafePointer<CChar>) {
    var (sender, position) = (UInt64(0), 0)
    while position < 16 {
      guard let digit = hexadecimal(text[position]) else { return nil }
      (sender, position) = (sender << 4 | digit, position + 1)
    }
    guard text[position] == dash else { return nil }
    position += 1
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

  /// Reads where a message of a former version belongs.
  ///
  /// - Returns: Nil if no pair has written such a text.
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
  /// Appends an identity with a place.
  mutating func append(_ id: MessageID, _ place: MessageID.Place) {
    append(mark)
    for shift in stride(from: 60 as UInt64, through: 0, by: -6) {
      append(UInt8(truncatingIfNeeded: id.sender >> shift & 63) + firstDigit)
    }
    append(packed: id.number)
    append(packed: id.number - place.base.next)
    append(packed: place.base.behind)
    append(packed: id.epoch)
    append(packed: place.span)
  }

  private mutating func append(packed number: UInt64) {
    var rest = number
    while rest >= 32 {
      append(UInt8(truncatingIfNeeded: rest & 31 | 32) + firstDigit)
      rest >>= 5
    }
    append(UInt8(truncatingIfNeeded: rest) + firstDigit)
  }
}

/// What an identity begins with.
private var mark: UInt8 { UInt8(ascii: "~") }

private var firstDigit: UInt8 { UInt8(ascii: "0") }

private func bits(_ character: CChar) -> UInt64? {
  let digit = UInt8(bitPattern: character) &- firstDigit
  return digit < 64 ? UInt64(digit) : nil
}

/// Reads a number at a position of a text, and moves the position behind it.
private func packed(_ text: UnsafePointer<CChar>, _ position: inout Int) -> UInt64? {
  var (value, shift) = (UInt64(0), UInt64(0))
  while let digit = bits(text[position]) {
    position += 1
    let part = digit & 31
    // The thirteenth digit has four bits.
    guard shift < 60 || shift == 60 && part < 16 else { return nil }
    value |= part &<< shift
    if digit < 32 { return value }
    shift += 5
  }
  return nil
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
