/// Stops the program if an argument is negative. The message names the argument and its value (Contract 12).
@discardableResult @usableFromInline package func requireNonNegative(_ value: Int, _ name: StaticString) -> Int {
  if value < 0 { fatalError("Airwave: '\(name)' must not be negative, but is \(value)") }
  return value
}

/// Stops the program if an argument is zero or negative. The message names the argument and its value (Contract 12).
@usableFromInline func requirePositive<Value: Comparable & AdditiveArithmetic>(_ value: Value, _ name: StaticString) {
  if value <= .zero { fatalError("Airwave: '\(name)' must be positive, but is \(value)") }
}

/// Checks a duration that a caller gave, and limits it to what clocks can count.
///
/// Stops the program if the duration is negative, with a message that names the argument and the value (Contract 12).
/// `AirwaveTesting` uses it, too.
///
/// - Parameters:
///   - duration: The argument.
///   - name: The name of the argument.
///   - module: The module whose function was called.
/// - Returns: The duration, or a century if it is longer. A clock can add a century to any instant that it shows.
@usableFromInline
package func checked(_ duration: Duration, _ name: StaticString, of module: StaticString = "Airwave") -> Duration {
  if duration < .zero { fatalError("\(module): '\(name)' must not be negative, but is \(duration)") }
  // Calculated in 64 bits: `Int` has 32 bits on some platforms, such as watchOS on arm64_32.
  return min(duration, .seconds(100 * 365 * 86_400 as Int64))
}

extension Duration {
  /// The sum of two durations, or the end of the range of `Duration` if the sum exceeds it. The time of a clock that
  /// a user moves may be near that end, where `+` stops the program.
  @inlinable package func adding(_ other: Duration) -> Duration {
    let (sum, isTooFar) = attoseconds.addingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: isTooFar ? (other < .zero ? .min : .max) : sum)
  }

  /// The difference of two durations, or the end of the range of `Duration` if the difference exceeds it.
  @inlinable package func subtracting(_ other: Duration) -> Duration {
    let (difference, isTooFar) = attoseconds.subtractingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: isTooFar ? (other < .zero ? .max : .min) : difference)
  }
}

/// Returns a mirror without children, so that `dump` and a failing `#expect` show only the description of an object,
/// and do not read state that locks and gates guard.
///
/// Never specialized: one copy serves all types.
@inline(never) @_semantics("optimize.sil.specialize.generic.never")
func withoutChildren<Subject>(_ subject: Subject) -> Mirror {
  Mirror(subject, children: EmptyCollection<Mirror.Child>(), ancestorRepresentation: .suppressed)
}
