/// A drawing of values, read column by column.
struct MarbleText<Value> {
  struct Column {
    /// The time since the first column.
    var offset = Duration.zero
    var values: [Value] = []
    var isEnd = false
  }

  /// Why a drawing has no meaning.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  /// The columns that have a value or the end.
  private(set) var columns: [Column] = []
  /// The time of the next column.
  private(set) var length = Duration.zero

  /// Reads a drawing whose columns are an interval apart.
  init(_ text: String, _ values: [Character: Value], every interval: Duration) throws(Mistake) {
    let signs = Array(text)
    /// The column between parentheses that are open, and the position of the opening one.
    var group: (column: Column, position: Int)?
    var index = 0
    while index < signs.count {
      let (sign, position) = (signs[index], index + 1)
      func mistake(_ reason: String) -> Mistake {
        Mistake(description: "'\(visible(String(sign)))' at position \(position) \(reason)")
      }
      index += 1
      if sign.isWhitespace { continue }
      if group == nil, values[sign] == nil, let time = Self.time(in: signs, at: position - 1) {
        if isAtEnd { throw mistake("is behind the end") }
        guard let duration = time.duration else { throw mistake("begins a time that is too long") }
        length += duration
        index = time.end
        continue
      }
      if sign == ")" {
        guard let closed = group else { throw mistake("closes a parenthesis that is not open") }
        append(closed.column, every: interval)
        group = nil
        continue
      }
      if isAtEnd || group?.column.isEnd == true { throw mistake("is behind the end") }
      var column = group?.column ?? Column()
      switch sign {
      case "(":
        if group != nil { throw mistake("is inside other parentheses") }
        group = (column, position)
        continue
      case "-":
        if group != nil { throw mistake("is inside parentheses, which are one column") }
      case "|":
        column.isEnd = true
      default:
        guard let value = values[sign] else { throw mistake("has no value") }
        column.values.append(value)
      }
      if group == nil { append(column, every: interval) } else { group?.column = column }
    }
    if let group {
      throw Mistake(description: "'(' at position \(group.position) is not closed")
    }
  }

  private var isAtEnd: Bool { columns.last?.isEnd == true }

  private mutating func append(_ column: Column, every interval: Duration) {
    var column = column
    column.offset = length
    length += interval
    if !column.values.isEmpty || column.isEnd { columns.append(column) }
  }

  /// A time between spaces, such as `9s`, `1.5s`, `300ms` or `2m`. Its duration is nil if it is longer than a century.
  private static func time(in signs: [Character], at start: Int) -> (duration: Duration?, end: Int)? {
    guard start == 0 || signs[start - 1].isWhitespace else { return nil }
    let word = signs[start...].prefix { !$0.isWhitespace }
    let number = word.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let count = Double(String(number)) else { return nil }
    let seconds: Double? =
      switch String(word.dropFirst(number.count)) {
      case "ms": count / 1_000
      case "s": count
      case "m": count * 60
      default: nil
      }
    guard let seconds else { return nil }
    return (seconds < 3e9 ? .nanoseconds(Int64((seconds * 1_000_000_000).rounded())) : nil, word.endIndex)
  }
}
