extension Variable: Equatable where Value: Equatable {
  /// Returns whether two variables have equal values at the moment.
  ///
  /// ```swift
  /// let (left, right) = (Variable(1), Variable(2))
  /// print(left == right)
  /// right.value = 1
  /// print(left == right)
  /// // false
  /// // true
  /// ```
  ///
  /// - Parameters:
  ///   - left: A variable.
  ///   - right: A variable.
  /// - Returns: Whether their values are equal.
  public static func == (left: Variable, right: Variable) -> Bool {
    left.value == right.value
  }
}

extension Variable: Comparable where Value: Comparable {
  /// Returns whether the value of a variable is less than the value of another at the moment.
  ///
  /// ```swift
  /// let volumes = [Variable(7), Variable(3), Variable(5)]
  /// print(volumes.sorted(), volumes.max()?.value ?? 0)
  /// // [Variable(3), Variable(5), Variable(7)] 7
  /// ```
  ///
  /// - Parameters:
  ///   - left: A variable.
  ///   - right: A variable.
  /// - Returns: Whether the left value is less.
  public static func < (left: Variable, right: Variable) -> Bool {
    left.value < right.value
  }
}

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

extension Variable: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The description of the present value.
  ///
  /// ```swift
  /// print(Variable(5), Variable("Ada"))
  /// // 5 Ada
  /// ```
  public var description: String { String(describing: value) }

  /// The present value in parentheses, which `dump`, a failing `#expect` and the description of an object that contains
  /// the variable show.
  ///
  /// ```swift
  /// struct Song { @Variable var title = "Yesterday" }
  ///
  /// print(Song())
  /// dump(Variable(1))
  /// // Song(_title: Variable("Yesterday"))
  /// // - Variable(1) #0
  /// ```
  ///
  /// Reading this property does not take part in Observation. Values may contain variables, whose values contain the
  /// first variable again: below three variables, a variable is shown as `Variable(…)`.
  public var debugDescription: String {
    StateDepth.described(as: "Variable") { String(reflecting: present.value) }
  }

  /// A mirror without children.
  ///
  /// ```swift
  /// print(Mirror(reflecting: Variable([1, 2])).children.count)
  /// // 0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}

/// The number of states whose description contains the one that is being made.
enum StateDepth {
  @TaskLocal private static var current = 0

  static func described(as name: String, _ value: () -> String) -> String {
    if current == 3 { return "\(name)(…)" }
    return "\(name)(" + $current.withValue(current + 1, operation: value) + ")"
  }
}
