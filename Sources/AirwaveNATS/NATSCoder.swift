#if NATS
import Foundation

/// How values become bytes, and bytes values.
///
/// ```swift
/// import AirwaveNATS
///
/// struct OtherFormat: Error {}
///
/// let byte = NATSCoder<UInt8> { [$0] } decode: { bytes in
///   guard bytes.count == 1 else { throw OtherFormat() }
///   return bytes[0]
/// }
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let (levels, level) = try await network.make(UInt8.self, subject: "levels", coder: byte)
/// let heard = level.values
/// levels.broadcast(255)
///
/// await network.close()
/// for await value in heard { print(value) }
/// // 255
/// ```
///
/// All processes that share a subject need the same one. Its closures run where the broadcast is made, and on the
/// thread that delivers. ``NATSConnection/failures`` reports the errors that they throw.
public struct NATSCoder<Value: Sendable>: Sendable {
  let encode: @Sendable (Value) throws -> [UInt8]
  let decode: @Sendable ([UInt8]) throws -> Value
  /// Decodes several messages at once, which may be faster. Nil if one of them cannot be decoded: then each is, alone.
  let decodeAll: (@Sendable ([[UInt8]]) -> [Value]?)?

  /// Makes a coder of two closures.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let bit = NATSCoder<Bool> { [$0 ? 1 : 0] } decode: { $0 == [1] }
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let switches = try await network.makeTransmitter(Bool.self, subject: "switches", coder: bit)
  /// print(try await switches.send(true))
  /// // 1
  /// ```
  ///
  /// - Parameters:
  ///   - encode: Makes the message of a value.
  ///   - decode: Makes a value of a message. It may come from any process that is allowed to use the subject: throw if
  ///     it is not what you expect.
  public init(
    encode: @escaping @Sendable (Value) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Value
  ) {
    self.init(encode: encode, decode: decode, decodeAll: nil)
  }

  init(
    encode: @escaping @Sendable (Value) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Value,
    decodeAll: (@Sendable ([[UInt8]]) -> [Value]?)?
  ) {
    (self.encode, self.decode, self.decodeAll) = (encode, decode, decodeAll)
  }

  /// Decodes messages at once, if the coder can, and each of them can be decoded.
  func values(of contents: [StoredMessage.Content], limit: Int) -> [Value]? {
    guard let decodeAll, contents.count > 1, contents.allSatisfy({ $0.bytes.count <= limit }) else { return nil }
    return decodeAll(contents.map(\.bytes))
  }
}

extension NATSCoder where Value: Codable {
  /// JSON, as Foundation writes and reads it.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// let (dates, date) = try await network.make([Int].self, subject: "dates", coder: .json)
  /// let heard = date.values
  /// dates.broadcast([2026, 11, 26])
  ///
  /// await network.close()
  /// for await value in heard { print(value) }
  /// // [2026, 11, 26]
  /// ```
  public static var json: NATSCoder<Value> {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    return NATSCoder { value in
      Array(try encoder.encode(value))
    } decode: { bytes in
      try decoder.decode(Value.self, from: Data(bytes))
    } decodeAll: { messages in
      guard let array = jsonArray(of: messages) else { return nil }
      let values = try? decoder.decode([Value].self, from: array)
      return values?.count == messages.count ? values : nil
    }
  }
}

/// One array of several JSON texts. To decode it costs less than to decode each text.
///
/// - Returns: Nil if one of them is not exactly one text by its brackets and commas: it could change how others are
///   read.
func jsonArray(of texts: [[UInt8]]) -> Data? {
  // Bytes are appended faster to an array than to `Data`.
  var array: [UInt8] = []
  array.reserveCapacity(texts.reduce(2) { $0 + $1.count + 1 })
  for text in texts {
    guard isSingleText(text) else { return nil }
    array.append(array.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
    array.append(contentsOf: text)
  }
  array.append(UInt8(ascii: "]"))
  return Data(array)
}

private func isSingleText(_ text: [UInt8]) -> Bool {
  var (depth, isString, isEscaped, isEmpty) = (0, false, false, true)
  for byte in text {
    if isString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isString = false
      }
      continue
    }
    switch byte {
    case UInt8(ascii: "\""): isString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      depth -= 1
      if depth < 0 { return false }
    case UInt8(ascii: ",") where depth == 0: return false
    case 9, 10, 13, 32: continue
    default: break
    }
    isEmpty = false
  }
  return depth == 0 && !isString && !isEmpty
}
#endif
