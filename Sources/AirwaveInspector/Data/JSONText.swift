#if Inspector
import Foundation

/// Text and values as JSON on one line.
enum JSONText {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no number for these. A recording that is played reads the words as numbers.
    encoder.nonConformingFloatEncodingStrategy =
      .convertToString(positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return encoder
  }()

  private static let notANumber = Data("NaN".utf8)

  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return "\"" + text + "\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      // Line separators end a line in some programs.
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The JSON of a value. Nil if its type is not `Encodable`.
  ///
  /// - Throws: What `encode(to:)` throws, or an `EncodingError` if the encoder has written no JSON.
  static func encoded<Value>(_ value: Value) throws -> String? {
    guard let value = value as? any Encodable else { return nil }
    let data = try encoder.encode(value)
    // `JSONEncoder` writes a `Decimal` that is NaN without quotation marks.
    if data.range(of: notANumber) != nil,
      (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) == nil
    {
      let description = "The encoder has written no JSON. A Decimal that is NaN has none."
      throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: description))
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Why a value could not be encoded, and the member that it is about.
  static func reason(_ error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else {
      return Description.cut(String(describing: error), to: 200)
    }
    let member = context.codingPath.map(\.stringValue).joined(separator: ".")
    return Description.cut((member.isEmpty ? "" : "\(member): ") + context.debugDescription, to: 200)
  }
}
#endif
