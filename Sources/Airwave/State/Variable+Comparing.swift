extension Variable: Equatable where Value: Equatable {
  /// Whether two variables have equal values at the moment.
  ///
  /// - Parameters:
  ///   - left: A variable.
  ///   - right: A variable.
  /// - Returns: Whether their values are equal.
  public static func == (left: Variable, right: Variable) -> Bool {
    left.value == right.value
  }
}

extension Variable: Hashable where Value: Hashable {
  /// Hashes the present value. Do not set a variable while a set or a dictionary holds it.
  ///
  /// - Parameter hasher: What to feed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

extension Variable: Comparable where Value: Comparable {
  /// Whether a variable's value is less than another's at the moment.
  ///
  /// - Parameters:
  ///   - left: A variable.
  ///   - right: A variable.
  /// - Returns: Whether the left value is less.
  public static func < (left: Variable, right: Variable) -> Bool {
    left.value < right.value
  }
}

extension Variable: CustomStringConvertible {
  /// The present value's description.
  public var description: String { String(describing: value) }
}
