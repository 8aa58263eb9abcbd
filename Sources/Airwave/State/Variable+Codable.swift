extension Variable: Encodable where Value: Encodable {
  /// Encodes the bare value.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: Any error that the encoder or the value throws.
  public func encode(to encoder: any Encoder) throws {
    // By way of a container, so that encoders apply their own strategies to dates and the like.
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Variable: Decodable where Value: Decodable {
  /// Makes a variable, without listeners, from the bare value.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: Any error that the decoder or the value throws.
  public convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a variable of an optional value, which is `nil` if the key is missing or its value is null.
  ///
  /// The compiler calls this for a property such as `@Variable var name: String?`.
  ///
  /// - Parameters:
  ///   - type: The type of the variable.
  ///   - key: The key.
  /// - Returns: A variable.
  /// - Throws: Any error that the decoder or the value throws.
  public func decode<Wrapped: Decodable>(
    _ type: Variable<Wrapped?>.Type,
    forKey key: Key
  ) throws -> Variable<Wrapped?> {
    Variable(try decodeIfPresent(Wrapped.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Encodes a variable of an optional value, and leaves out the key if the value is `nil`.
  ///
  /// The compiler calls this for a property such as `@Variable var name: String?`.
  ///
  /// - Parameters:
  ///   - variable: The variable.
  ///   - key: The key.
  /// - Throws: Any error that the encoder or the value throws.
  public mutating func encode<Wrapped: Encodable>(_ variable: Variable<Wrapped?>, forKey key: Key) throws {
    try encodeIfPresent(variable.value, forKey: key)
  }
}
