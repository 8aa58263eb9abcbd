extension MarbleDiagram {
  private enum Size {
    static let (column, row, radius) = (40, 48, 15)
    static let (character, note) = (9, 20)
    /// From one marble to the next in a cell.
    static let marble = 2 * radius + 2
  }

  /// The colors on light paper. They are attributes of the elements, so that viewers without style sheets have them,
  /// too.
  private enum Color {
    static let (ink, paper, line, marble) = ("#1d1d1f", "#ffffff", "#8e8e93", "#d6e8ff")
  }

  /// The diagram as an SVG document. It has a line for each row, a circle for each value and a bar for the end. A
  /// replayed value has a dashed border, and a value that was heard elsewhere is a square. The document follows the
  /// color scheme of a viewer that has one.
  var svg: String {
    let cells = rows.map { $0.cells(columnCount) }
    let left = 24 + Size.character * (rows.map { Self.width(of: $0.name) }.max() ?? 0)
    // The left edge of each column, and the right edge of the last one. A column is as wide as its fullest cell.
    let edges = (0..<columnCount).reduce(into: [left]) { edges, column in
      let crowd = cells.map { $0[column].count }.max() ?? 0
      edges.append(edges[column] + max(Size.column, Size.marble * crowd + 8))
    }
    let right = edges[columnCount]
    let notes = notes
    let width = max(right + 24, 48 + Size.character * (notes.map(Self.width).max() ?? 0))
    let height = Size.row * rows.count + Size.note * notes.count + 24

    var parts = [Self.head(width, height)]
    if rows.count > 1 {
      let guides = edges.map { "M\($0) 12V\(Size.row * rows.count + 4)" }.joined()
      parts.append(#"<path class="guide" fill="none" stroke="\#(Color.line)" stroke-opacity="0.3" d="\#(guides)"/>"#)
    }
    let letters = letters
    for (index, row) in rows.enumerated() {
      let y = Size.row * index + Size.row / 2 + 8
      var (marks, end) = ([String](), right)
      for (column, cell) in cells[index].enumerated() {
        for (place, mark) in cell.enumerated() {
          let x = (edges[column] + edges[column + 1] + Size.marble * (2 * place - cell.count + 1)) / 2
          if mark.kind == .end { end = x }
          marks.append(Self.drawn(mark, x, y, letters))
        }
      }
      parts.append(#"<text x="12" y="\#(y)" dominant-baseline="central">\#(Self.escaped(row.name))</text>"#)
      let start = edges[min(row.start, columnCount)]
      let stroke = #"stroke="\#(Color.line)" stroke-width="2""#
      parts.append(#"<line \#(stroke) class="line" x1="\#(start)" y1="\#(y)" x2="\#(end)" y2="\#(y)"/>"#)
      parts += marks
    }
    for (index, note) in notes.enumerated() {
      let y = Size.row * rows.count + 28 + Size.note * index
      parts.append(#"<text x="12" y="\#(y)">\#(Self.escaped(note))</text>"#)
    }
    return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// The lines of text below the picture.
  private var notes: [String] {
    let marks = rows.lazy.flatMap(\.marks)
    var notes = legend.map { "\($0.letter) = \($0.value)" }
    if marks.contains(where: \.isReplayed) { notes.append("dashed = replayed") }
    let isElsewhere = marks.contains { $0.isElsewhere && $0.kind != .end }
    if isElsewhere { notes.append("square = heard on another isolation") }
    if let scale { notes.append("one column = \(scale)") }
    return notes
  }

  private static func head(_ width: Int, _ height: Int) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
    font-family="ui-monospace, Menlo, monospace" font-size="14" fill="\(Color.ink)">
    <style>
    @media (prefers-color-scheme: dark) {
      .paper { fill: #1c1c1e; } .marble { fill: #0a4a8f; stroke: #f5f5f7; }
      text { fill: #f5f5f7; } .end { stroke: #f5f5f7; }
    }
    </style>
    <rect class="paper" width="\(width)" height="\(height)" fill="\(Color.paper)"/>
    """
  }

  /// The number of terminal columns that a text takes. Wide characters, such as Chinese ones and emoji, take two.
  private static func width(of text: String) -> Int {
    text.reduce(0) { width, character in
      width + ((character.unicodeScalars.first?.value ?? 0) < 0x1100 ? 1 : 2)
    }
  }

  private static func drawn(_ mark: Mark, _ x: Int, _ y: Int, _ letters: [String: Character]) -> String {
    let radius = Size.radius
    switch mark.kind {
    case .end:
      let stroke = #"stroke="\#(Color.ink)" stroke-width="3""#
      return #"<line \#(stroke) class="end" x1="\#(x)" y1="\#(y - radius)" x2="\#(x)" y2="\#(y + radius)"/>"#
    case .more:
      return centered("…", x, y)
    case .value(let value):
      let style = #"fill="\#(Color.marble)" stroke="\#(Color.ink)" stroke-width="1.5""#
      let dashes = mark.isReplayed ? #" stroke-dasharray="4 3""# : ""
      let place = #"x="\#(x - radius)" y="\#(y - radius)" width="\#(2 * radius)" height="\#(2 * radius)""#
      let title = "<title>\(escaped(visible(shortened(value))))</title>"
      let corner = mark.isElsewhere ? 3 : radius
      return #"<rect class="marble" \#(place) rx="\#(corner)" \#(style)\#(dashes)>\#(title)</rect>"#
        + centered(String(letters[value] ?? "?"), x, y)
    }
  }

  private static func centered(_ text: String, _ x: Int, _ y: Int) -> String {
    #"<text text-anchor="middle" dominant-baseline="central" x="\#(x)" y="\#(y)">\#(escaped(text))</text>"#
  }

  /// Escapes visible text for the content of an element, and replaces characters that XML cannot contain.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case _ where scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
