#if NATS
import Foundation

/// How values become bytes, and bytes values.
///
/// ```swift compile
/// import AirwaveNATS
///
/// let numbers = NATSCoder<UInt8> { [$0] } decode: { bytes in
///   guard bytes.count == 1 else { throw CancellationError() }
///   return bytes[0]
/// }
/// ```
///
/// All processes that share a subject need the same one. Its closures run where the broadcast is made, and on the thread that
/// hears; what they throw is told by ``NATSConnection/failures``.
public struct NATSCoder<Value: Sendable>: Sendable {
  let encode: @Sendable (Value) throws -> [UInt8]
  let decode: @Sendable ([UInt8]) throws -> Value

  /// Makes a coder of two closures.
  ///
  /// - Parameters:
  ///   - encode: Makes the message of a value.
  ///   - decode: Makes a value of a message. It may come from any process that is allowed to use the subject: throw if it is
  ///     not what you expect.
  public init(
    encode: @escaping @Sendable (Value) throws -> [UInt8],
    decode: @escaping @Sendable ([UInt8]) throws -> Value
  ) {
    self.encode = encode
    self.decode = decode
  }
}

extension NATSCoder where Value: Codable {
  /// JSON, as Foundation writes and reads it.
  public static var json: NATSCoder<Value> {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    return NATSCoder { value in
      Array(try encoder.encode(value))
    } decode: { bytes in
      try decoder.decode(Value.self, from: Data(bytes))
    }
  }
}
#endif
