extension Variable: CustomStringConvertible {
  /// The description of the present value.
  ///
  /// ```swift
  /// print(Variable(5), Variable("Ada"))
  /// // 5 Ada
  /// ```
  public var description: String { String(describing: value) }
}

extension Variable: CustomDebugStringConvertible, CustomReflectable {
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
    VariableDepth.described { String(reflecting: present.value) }
  }

  /// A mirror without children.
  ///
  /// ```swift
  /// print(Mirror(reflecting: Variable([1, 2])).children.count)
  /// // 0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}

/// The number of variables whose description contains the one that is being made.
private enum VariableDepth {
  @TaskLocal private static var current = 0

  static func described(_ value: () -> String) -> String {
    if current == 3 { return "Variable(…)" }
    return "Variable(" + $current.withValue(current + 1, operation: value) + ")"
  }
}
