#if NATS
/// A text that is written into memory of the caller, for the C client. It allocates no memory, unlike a string that is
/// passed to a function of C.
struct Text {
  private let characters: UnsafeMutableBufferPointer<CChar>
  private(set) var count = 0

  /// - Parameter characters: Room for all that is appended, and a zero behind it.
  init(in characters: UnsafeMutableBufferPointer<CChar>) {
    self.characters = characters
  }

  /// The text, with a zero behind it.
  var pointer: UnsafePointer<CChar>? {
    characters[count] = 0
    return UnsafePointer(characters.baseAddress)
  }

  mutating func append(_ byte: UInt8) {
    characters[count] = CChar(bitPattern: byte)
    count += 1
  }

  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  mutating func append(_ number: UInt64) {
    var (rest, length) = (number, 1)
    while rest >= 10 { (rest, length) = (rest / 10, length + 1) }
    rest = number
    for position in (count..<count + length).reversed() {
      characters[position] = CChar(truncatingIfNeeded: rest % 10 + 48)
      rest /= 10
    }
    count += length
  }

  /// Keeps so many characters, and removes the others.
  mutating func truncate(to count: Int) {
    self.count = min(self.count, count)
  }
}

/// Calls a closure with room for a text of a length.
func withText<Result>(upTo length: Int, _ body: (inout Text) -> Result) -> Result {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 1) { characters in
    var text = Text(in: characters)
    return body(&text)
  }
}

extension StaticString {
  /// The text as the C client takes it.
  var characters: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// Reads the digits at a position of a text, and moves the position behind them.
///
/// - Returns: Nil if there is no digit, or the number is too large.
func decimal(_ text: UnsafePointer<CChar>, _ position: inout Int) -> UInt64? {
  let start = position
  var value: UInt64 = 0
  while case let digit = UInt8(bitPattern: text[position]) &- UInt8(ascii: "0"), digit < 10 {
    if position - start < 19 {
      // So many digits fit.
      value = value &* 10 &+ UInt64(digit)
    } else {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      if overflow || carry { return nil }
      value = sum
    }
    position += 1
  }
  return position > start ? value : nil
}
#endif
