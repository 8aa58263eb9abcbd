import Foundation

/// A table in Markdown whose columns are aligned, for people to read as it is.
struct Table: CustomStringConvertible {
  let header: [String]
  var rows: [[String]] = []

  init(_ header: String...) {
    self.header = header
  }

  var description: String {
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }
      return "| " + padded.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { column, width in
      column == 0 ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return ([line(header), line(rule)] + rows.map(line)).joined(separator: "\n")
  }
}

extension Double {
  /// Nanoseconds or bytes: three digits or more.
  var asTime: String { String(format: self < 9.95 ? "%.2f" : self < 99.5 ? "%.1f" : "%.0f", self) }

  /// A ratio: two digits or more.
  var asRatio: String { String(format: self < 9.95 ? "%.2f" : self < 99.5 ? "%.1f" : "%.0f", self) }
}
