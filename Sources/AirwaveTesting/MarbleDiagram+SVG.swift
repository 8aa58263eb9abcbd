extension MarbleDiagram {
  private enum Size {
    static let (column, row, radius) = (40, 48, 15)
    static let character = 9
  }

  /// A picture: a line for each row, a circle for each value, dashed if it was replayed, a square if it was heard elsewhere,
  /// and a bar at the end. It follows the color scheme of what shows it.
  var svg: String {
    let letters = letters
    let left = 24 + Size.character * (rows.map(\.name.count).max() ?? 0)
    let crowd = rows.flatMap { row in (0..<columnCount).map { row.marks(in: $0).count } }.max() ?? 1
    let step = max(Size.column, (2 * Size.radius + 2) * crowd + 8)
    let notes = legend.map { "\($0.letter) = \($0.value)" } + (scale.map { ["one column = \($0)"] } ?? [])
    let width = max(left + step * columnCount + 24, 48 + Size.character * (notes.map(\.count).max() ?? 0))
    let height = Size.row * rows.count + 20 * notes.count + 24

    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      font-family="ui-monospace, Menlo, monospace" font-size="14">
      <style>
      :root { color-scheme: light dark; --ink: #1d1d1f; --paper: #ffffff; --line: #8e8e93; --marble: #d6e8ff; }
      @media (prefers-color-scheme: dark) { :root { --ink: #f5f5f7; --paper: #1c1c1e; --line: #8e8e93; --marble: #0a4a8f; } }
      text { fill: var(--ink); } .line { stroke: var(--line); stroke-width: 2; } .end { stroke: var(--ink); stroke-width: 3; }
      .marble { fill: var(--marble); stroke: var(--ink); stroke-width: 1.5; } .replayed { stroke-dasharray: 4 3; }
      .letter { text-anchor: middle; dominant-baseline: central; }
      </style>
      <rect width="\(width)" height="\(height)" fill="var(--paper)"/>
      """
    ]
    for (index, row) in rows.enumerated() {
      let y = Size.row * index + Size.row / 2 + 8
      let middle = { (column: Int) in left + step * column + step / 2 }
      let end = row.end.map(middle) ?? left + step * columnCount
      parts.append(#"<text x="12" y="\#(y)" dominant-baseline="central">\#(Self.escaped(row.name))</text>"#)
      parts.append(#"<line class="line" x1="\#(left + step * row.start)" y1="\#(y)" x2="\#(end)" y2="\#(y)"/>"#)
      for column in 0..<columnCount {
        let marks = row.marks(in: column)
        for (place, mark) in marks.enumerated() {
          let x = middle(column) + (2 * Size.radius + 2) * (2 * place - marks.count + 1) / 2
          parts.append(Self.drawn(mark, x, y, letters))
        }
      }
    }
    for (index, note) in notes.enumerated() {
      let y = Size.row * rows.count + 28 + 20 * index
      parts.append(#"<text x="12" y="\#(y)">\#(Self.escaped(note))</text>"#)
    }
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private static func drawn(_ mark: Mark, _ x: Int, _ y: Int, _ letters: [String: Character]) -> String {
    let radius = Size.radius
    guard case .value(let value) = mark.kind else {
      return #"<line class="end" x1="\#(x)" y1="\#(y - radius)" x2="\#(x)" y2="\#(y + radius)"/>"#
    }
    let style = "marble" + (mark.isReplayed ? " replayed" : "")
    let corner = mark.isElsewhere ? 3 : radius
    let letter = escaped(String(letters[value] ?? "?"))
    return """
      <rect class="\(style)" x="\(x - radius)" y="\(y - radius)" width="\(2 * radius)" height="\(2 * radius)" rx="\(corner)">\
      <title>\(escaped(shortened(value, to: 200)))</title></rect><text class="letter" x="\(x)" y="\(y)">\(letter)</text>
      """
  }

  /// Text between tags. Characters that XML cannot contain are replaced.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\t", "\n": escaped += " "
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
