extension Variable: Encodable where Value: Encodable {
  /// Encodes the bare value.
  ///
  /// - Parameter encoder: Where to write it.
  /// - Throws: What the encoder and the value throw.
  public func encode(to encoder: any Encoder) throws {
    // As a value of its own, so that encoders treat dates and the like in their way.
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Variable: Decodable where Value: Decodable {
  /// Makes a variable, without listeners, from the bare value.
  ///
  /// - Parameter decoder: Where to read it.
  /// - Throws: What the decoder and the value throw.
  public convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a variable that is empty if the key is missing or its value null, as an optional property is.
  ///
  /// The compiler calls this for a property such as `@Variable var name: String?`.
  ///
  /// - Parameters:
  ///   - type: The type of the variable.
  ///   - key: The key.
  /// - Returns: A variable.
  /// - Throws: What the decoder and the value throw.
  public func decode<Wrapped: Decodable>(
    _ type: Variable<Wrapped?>.Type,
    forKey key: Key
  ) throws -> Variable<Wrapped?> {
    Variable(try decodeIfPresent(Wrapped.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a variable, and leaves the key out if it is empty, as with an optional property.
  ///
  /// The compiler calls this for a property such as `@Variable var name: String?`.
  ///
  /// - Parameters:
  ///   - variable: The variable.
  ///   - key: The key.
  /// - Throws: What the encoder and the value throw.
  public mutating func encode<Wrapped: Encodable>(_ variable: Variable<Wrapped?>, forKey key: Key) throws {
    try encodeIfPresent(variable.value, forKey: key)
  }
}
