/// A set that a storage has not taken, as ``Variable/failures`` reports it.
public struct StorageFailure<Value: Sendable>: Sendable {
  /// The value that was set.
  public let value: Value

  /// The error that the closure `set` of the variable has thrown.
  public let error: any Error
}
