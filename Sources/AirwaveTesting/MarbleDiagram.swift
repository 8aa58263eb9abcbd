/// What several receivers have sent, laid out in columns of time: plain state, without clock or lock.
struct MarbleDiagram: Sendable {
  /// Something that a row shows.
  struct Mark: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case value(String)
      case end
    }

    let kind: Kind
    let column: Int
    /// Whether the value was replayed to the listener as it joined.
    var isReplayed = false
    /// Whether the value was heard on the main actor although the recording began elsewhere, or the other way round.
    var isElsewhere = false
  }

  struct Row: Sendable {
    let name: String
    /// The column in which the recording began.
    let start: Int
    let marks: [Mark]

    func marks(in column: Int) -> [Mark] { marks.filter { $0.column == column } }

    /// The column of the end, if that has come.
    var end: Int? { marks.last { $0.kind == .end }?.column }
  }

  let rows: [Row]
  let columnCount: Int
  /// What one column stands for, if that is a time.
  let scale: String?

  /// The letter of each value: the value itself if it is one character, and otherwise the next letter that is free.
  var letters: [String: Character] {
    let values = rows.flatMap(\.marks).compactMap { mark -> String? in
      if case .value(let text) = mark.kind { text } else { nil }
    }
    var letters: [String: Character] = [:]
    for value in values where value.count == 1 {
      if let character = value.first, !"-|()[]' ".contains(character), character != "\n" { letters[value] = character }
    }
    let taken = Set(letters.values)
    var free = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".filter { !taken.contains($0) }[...]
    for value in values where letters[value] == nil { letters[value] = free.popFirst() ?? "?" }
    return letters
  }

  /// The letters that stand for something else, in the order of the letters.
  var legend: [(letter: Character, value: String)] {
    letters.filter { String($0.value) != $0.key }
      .map { ($0.value, shortened($0.key.replacing("\n", with: "\\n"), to: 60)) }
      .sorted { ($0.letter, $0.value) < ($1.letter, $1.value) }
  }

  /// A line of text for each row.
  var text: String {
    let letters = letters
    let cells = rows.map { row in (0..<columnCount).map { cell(of: row, in: $0, letters) } }
    let widths = (0..<columnCount).map { column in cells.map { $0[column].count }.max() ?? 1 }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let lines = zip(rows, cells).map { row, cells in
      let name = row.name + String(repeating: " ", count: nameWidth - row.name.count)
      let line = (0..<columnCount).map { column in
        let isOver = row.end.map { column >= $0 } ?? false
        let filler = column < row.start || isOver ? " " : "-"
        return cells[column] + String(repeating: filler, count: widths[column] - cells[column].count)
      }
      let whole = (nameWidth == 0 ? "" : name + " ") + line.joined()
      return String(whole.reversed().drop { $0 == " " }.reversed())
    }
    let notes = legend.map { "\($0.letter) = \($0.value)" } + (scale.map { ["one column = \($0)"] } ?? [])
    return (lines + notes).joined(separator: "\n")
  }

  /// One value as its letter, several in parentheses, replayed ones in brackets, and those from elsewhere with a quote.
  private func cell(of row: Row, in column: Int, _ letters: [String: Character]) -> String {
    if column < row.start { return " " }
    let marks = row.marks(in: column)
    if marks.isEmpty { return row.end.map { column > $0 } ?? false ? " " : "-" }
    let replayed = marks.filter(\.isReplayed).map { letter(of: $0, letters) }.joined()
    let others = marks.filter { !$0.isReplayed }.map { letter(of: $0, letters) }
    let live = others.count > 1 ? "(\(others.joined()))" : others.joined()
    return (replayed.isEmpty ? "" : "[\(replayed)]") + live
  }

  private func letter(of mark: Mark, _ letters: [String: Character]) -> String {
    switch mark.kind {
    case .value(let value): String(letters[value] ?? "?") + (mark.isElsewhere ? "'" : "")
    case .end: "|"
    }
  }
}
