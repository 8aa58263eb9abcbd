/// A drawing of values, read column by column.
struct MarbleText<Value> {
  struct Column {
    var values: [Value] = []
    var isEnd = false
  }

  /// Why a drawing has no meaning.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var columns: [Column] = []

  init(_ text: String, _ values: [Character: Value]) throws(Mistake) {
    /// The column between parentheses that are open, and the position of the opening one.
    var group: (column: Column, position: Int)?
    for (index, sign) in text.enumerated() {
      func mistake(_ reason: String) -> Mistake {
        Mistake(description: "'\(visible(String(sign)))' at position \(index + 1) \(reason)")
      }
      if sign.isWhitespace { continue }
      if sign == ")" {
        guard let closed = group else { throw mistake("closes a parenthesis that is not open") }
        columns.append(closed.column)
        group = nil
        continue
      }
      if columns.last?.isEnd == true || group?.column.isEnd == true { throw mistake("is behind the end") }
      var column = group?.column ?? Column()
      switch sign {
      case "(":
        if group != nil { throw mistake("is inside other parentheses") }
        group = (column, index + 1)
        continue
      case "-":
        if group != nil { throw mistake("is inside parentheses, which are one column") }
      case "|":
        column.isEnd = true
      default:
        guard let value = values[sign] else { throw mistake("has no value") }
        column.values.append(value)
      }
      if group == nil { columns.append(column) } else { group?.column = column }
    }
    if let group {
      throw Mistake(description: "'(' at position \(group.position) is not closed")
    }
  }
}
