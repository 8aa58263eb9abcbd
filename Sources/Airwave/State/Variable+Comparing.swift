extension Variable: Equatable where Value: Equatable {
  /// Returns whether two variables have equal values at the moment.
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
  /// - Parameters:
  ///   - left: A variable.
  ///   - right: A variable.
  /// - Returns: Whether the left value is less.
  public static func < (left: Variable, right: Variable) -> Bool {
    left.value < right.value
  }
}
