#if Inspector
/// What can be written as JSON.
protocol JSONWritable {
  func write(to json: inout String)
}

/// An object that the inspector sends.
///
/// Not encoded by `JSONEncoder`, which takes many times as long: the program that is watched shares its processors with
/// the inspector.
struct JSONObject: JSONWritable, ExpressibleByDictionaryLiteral {
  private var members: [(String, any JSONWritable)]

  /// - Parameter members: The keys, which need no escapes, and their values. A value that is nil is written as `null`.
  init(dictionaryLiteral members: (String, any JSONWritable)...) {
    self.members = members
  }

  /// Adds a member, unless its value is nil.
  mutating func add(_ key: String, _ value: (some JSONWritable)?) {
    if let value { members.append((key, value)) }
  }

  /// The object as text.
  var json: String {
    var json = ""
    write(to: &json)
    return json
  }

  func write(to json: inout String) {
    var separator = "{\""
    for (key, value) in members {
      json += separator
      json += key
      json += "\":"
      value.write(to: &json)
      separator = ",\""
    }
    json += members.isEmpty ? "{}" : "}"
  }
}

extension JSONWritable where Self: CustomStringConvertible {
  func write(to json: inout String) { json += description }
}

extension Bool: JSONWritable {}
extension Int: JSONWritable {}
extension UInt: JSONWritable {}
extension Double: JSONWritable {}

extension String: JSONWritable {
  func write(to json: inout String) { json += JSONText.quoted(self) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  func write(to json: inout String) {
    if let self { self.write(to: &json) } else { json += "null" }
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  func write(to json: inout String) {
    var separator = "["
    for element in self {
      json += separator
      element.write(to: &json)
      separator = ","
    }
    json += isEmpty ? "[]" : "]"
  }
}
#endif
