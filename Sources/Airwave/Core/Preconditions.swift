/// Stops the program if an argument is negative. The message names the argument and its value (Contract 12).
@usableFromInline
package func requireNonNegative(_ value: Int, _ name: StaticString) {
  if value < 0 { fatalError("Airwave: '\(name)' must not be negative, but is \(value)") }
}

/// Stops the program if an argument is zero or negative. The message names the argument and its value (Contract 12).
@usableFromInline
func requirePositive<Value: Comparable & AdditiveArithmetic>(_ value: Value, _ name: StaticString) {
  if value <= .zero { fatalError("Airwave: '\(name)' must be positive, but is \(value)") }
}
