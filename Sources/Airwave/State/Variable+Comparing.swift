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
