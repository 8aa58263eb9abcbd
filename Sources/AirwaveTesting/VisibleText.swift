/// Returns a text in one line: controls, such as a line break or an escape, are replaced by their escapes in Swift.
func visible(_ text: String) -> String {
  var visible = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: visible += scalar.escaped(asASCII: true)
    default: visible.unicodeScalars.append(scalar)
    }
  }
  return visible
}

/// The beginning of a text. The length is counted in Unicode scalars, because a character can have any number of them.
func shortened(_ text: String, to length: Int = 200) -> String {
  let scalars = text.unicodeScalars
  let end = scalars.index(scalars.startIndex, offsetBy: length, limitedBy: scalars.endIndex) ?? scalars.endIndex
  return end == scalars.endIndex ? text : String(scalars[..<end]) + "…"
}

extension Character {
  /// Whether the character takes a place of its own in a line of text: it is no white space, control or accent, and has
  /// few Unicode scalars.
  var isVisible: Bool {
    guard let first = unicodeScalars.first, unicodeScalars.prefix(17).count <= 16 else { return false }
    return switch first.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned: false
    case .nonspacingMark, .spacingMark, .enclosingMark: false
    default: true
    }
  }
}
