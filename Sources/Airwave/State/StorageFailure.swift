/// A set that could not be stored, as ``Variable/failures`` reports it.
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
  ///
  /// ```swift
  /// struct TooLoud: Error {}
  ///
  /// let volume = Variable(get: { 5 }, set: { _ in throw TooLoud() })
  /// volume.failures.listen { print("\($0.value) is not stored") }
  /// volume.value = 70
  /// // 70 is not stored
  /// ```
  public let value: Value

  /// The error that the closure `set` of the variable has thrown.
  ///
  /// ```swift
  /// enum DiskError: Error { case full, readOnly }
  ///
  /// let note = Variable(get: { "draft" }, set: { _ in throw DiskError.full })
  /// note.failures.listen { failure in
  ///   switch failure.error {
  ///   case DiskError.full: print("no space is left")
  ///   default: print("not stored: \(failure.error)")
  ///   }
  /// }
  /// note.value = "final"
  /// // no space is left
  /// ```
  public let error: any Error
}
