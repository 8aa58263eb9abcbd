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
