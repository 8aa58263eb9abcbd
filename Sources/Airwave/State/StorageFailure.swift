/// A set that a storage has not taken, as ``Variable/failures`` reports it.
///
/// ```swift
/// struct ReadOnly: Error {}
///
/// let title = Variable(get: { "draft" }, set: { _ in throw ReadOnly() })
/// title.failures.listen { print($0.value, $0.error) }
/// title.value = "final"
/// // final ReadOnly()
/// ```
public struct StorageFailure<Value: Sendable>: Sendable {
  /// The value that was set.
  public let value: Value

  /// The error that the closure `set` of the variable has thrown.
  public let error: any Error
}
