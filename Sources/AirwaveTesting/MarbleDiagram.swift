/// The values of several receivers, laid out in columns of time. A plain value without clock or lock.
struct MarbleDiagram: Sendable {
  /// A value or the end of a receiver, in a column of its row.
  struct Mark: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case value(String)
      /// Further values in the same column, which are not drawn.
      case more
      case end
    }

    let kind: Kind
    let column: Int
    /// Whether the value was replayed to the listener as it joined.
    var isReplayed = false
    /// Whether the value was heard on the main actor and the recording began elsewhere, or the reverse.
    var isElsewhere = false
  }

  struct Row: Sendable {
    let name: String
    /// The column in which the recording began.
    let start: Int
    let marks: [Mark]

    /// Makes a row. A column gets at most 60 values, and a mark for the others.
    init(name: String, start: Int, marks: [Mark]) {
      self.name = visible(name)
      self.start = start
      var (drawn, column, count) = ([Mark](), -1, 0)
      for mark in marks {
        count = mark.column == column ? count + 1 : 1
        column = mark.column
        if count <= 60 || mark.kind == .end {
          drawn.append(mark)
        } else if count == 61 {
          drawn.append(Mark(kind: .more, column: column, isReplayed: mark.isReplayed))
        }
      }
      self.marks = drawn
    }

    /// The marks of each of the first columns.
    func cells(_ count: Int) -> [[Mark]] {
      var cells = Array(repeating: [Mark](), count: count)
      for mark in marks where mark.column < count { cells[mark.column].append(mark) }
      return cells
    }

    /// The column of the end, or nil if the receiver has not finished.
    var end: Int? { marks.last { $0.kind == .end }?.column }
  }

  let rows: [Row]
  let columnCount: Int
  /// What a column stands for, or nil if it stands for a move of a manual clock.
  let scale: String?

  /// The letter of each value. A value of one visible character that is not a sign of the diagram is its own letter.
  /// Each other value gets the next free letter, or `?` if none is left.
  var letters: [String: Character] {
    let values = rows.flatMap(\.marks).compactMap { mark -> String? in
      if case .value(let text) = mark.kind { text } else { nil }
    }
    var letters: [String: Character] = [:]
    for value in values {
      // The length is not asked for: that would go through all of a long value.
      guard let character = value.first, value.index(after: value.startIndex) == value.endIndex else { continue }
      if character.isVisible, !"-|()[]'…".contains(character) { letters[value] = character }
    }
    let taken = Set(letters.values)
    var free = Self.alphabet.filter { !taken.contains($0) }[...]
    for value in values where letters[value] == nil { letters[value] = free.popFirst() ?? "?" }
    return letters
  }

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The letters that differ from their values, in the order of the alphabet, and the number of values without a
  /// letter.
  var legend: [(letter: Character, value: String)] {
    var values = Dictionary(grouping: letters.filter { String($0.value) != $0.key }, by: \.value)
    let others = values.removeValue(forKey: "?") ?? []
    let entries = Self.alphabet.flatMap { letter in
      (values[letter] ?? []).map { (letter, shortened(visible(shortened($0.key, to: 60)), to: 60)) }
    }
    return entries + (others.isEmpty ? [] : [("?", "\(others.count) more")])
  }

  /// A line of text for each row.
  var text: String {
    let letters = letters
    let cells = rows.map { row in
      let end = row.end ?? .max
      return row.cells(columnCount).enumerated().map { column, marks in
        if !marks.isEmpty { return Self.text(of: marks, letters) }
        return column < row.start || column > end ? " " : "-"
      }
    }
    let widths = (0..<columnCount).map { column in cells.map { $0[column].count }.max() ?? 1 }
    let nameWidth = rows.map(\.name.count).max() ?? 0
    let lines = zip(rows, cells).map { row, cells in
      let name = row.name + String(repeating: " ", count: nameWidth - row.name.count)
      let end = row.end ?? .max
      let line = (0..<columnCount).map { column in
        let filler = column < row.start || column >= end ? " " : "-"
        return cells[column] + String(repeating: filler, count: widths[column] - cells[column].count)
      }
      let whole = (nameWidth == 0 ? "" : name + " ") + line.joined()
      return String(whole.reversed().drop { $0 == " " }.reversed())
    }
    let notes = legend.map { "\($0.letter) = \($0.value)" } + (scale.map { ["one column = \($0)"] } ?? [])
    return (lines + notes).joined(separator: "\n")
  }

  /// The text of a cell: one value is its letter, and several values are in parentheses. Replayed values are in
  /// brackets. A value that was heard elsewhere has a quote after its letter.
  private static func text(of marks: [Mark], _ letters: [String: Character]) -> String {
    let replayed = marks.filter(\.isReplayed).map { letter(of: $0, letters) }.joined()
    let others = marks.filter { !$0.isReplayed }.map { letter(of: $0, letters) }
    let live = others.count > 1 ? "(\(others.joined()))" : others.joined()
    return (replayed.isEmpty ? "" : "[\(replayed)]") + live
  }

  private static func letter(of mark: Mark, _ letters: [String: Character]) -> String {
    switch mark.kind {
    case .value(let value): String(letters[value] ?? "?") + (mark.isElsewhere ? "'" : "")
    case .more: "…"
    case .end: "|"
    }
  }
}
