extension Variable: Encodable where Value: Encodable {
  /// Encodes the bare value.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let volumes = [Variable(5), Variable(7)]
  /// print(String(decoding: try JSONEncoder().encode(volumes), as: UTF8.self))
  /// // [5,7]
  /// ```
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
  /// ```swift
  /// import Foundation
  ///
  /// let volumes = try JSONDecoder().decode([Variable<Int>].self, from: Data("[5,7]".utf8))
  /// volumes[1].receiver.listen { print($0) }
  /// volumes[1].value = 8
  /// // 7
  /// // 8
  /// ```
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
  /// ```swift
  /// import Foundation
  ///
  /// struct Song: Codable { @Variable var title: String? }
  ///
  /// let song = try JSONDecoder().decode(Song.self, from: Data("{}".utf8))
  /// print(song.title ?? "untitled")
  /// // untitled
  /// ```
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
  /// ```swift
  /// import Foundation
  ///
  /// struct Song: Codable { @Variable var title: String? }
  ///
  /// let song = Song()
  /// print(String(decoding: try JSONEncoder().encode(song), as: UTF8.self))
  /// song.title = "Yesterday"
  /// print(String(decoding: try JSONEncoder().encode(song), as: UTF8.self))
  /// // {}
  /// // {"title":"Yesterday"}
  /// ```
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
