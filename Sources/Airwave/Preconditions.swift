/// Stops the program if an argument is negative. The message names the argument and its value (Contract 12).
@usableFromInline
package func requireNonNegative(_ value: Int, _ name: StaticString) {
  if value < 0 { fatalError("Airwave: '\(name)' must not be negative, but is \(value)") }
}

/// Returns the length of a chain with one more operator. Stops the program if the chain has 10,000 operators, because a
/// listener joins, and hears each value, through nested calls, which would soon overflow the stack (Contract 12).
@usableFromInline
func lengthened(_ length: Int) -> Int {
  if length >= 10_000 { fatalError("Airwave: a chain of operators must not be longer than 10,000") }
  return length + 1
}

/// Stops the program if an argument is zero or negative. The message names the argument and its value (Contract 12).
@usableFromInline
func requirePositive(_ value: Int, _ name: StaticString) {
  if value <= 0 { fatalError("Airwave: '\(name)' must be positive, but is \(value)") }
}
