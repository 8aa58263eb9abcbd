/// The error of a ``Recorder`` that could not return the values, or the end, that a test waited for.
///
/// ```swift
/// import AirwaveTesting
///
/// let (transmitter, receiver) = Receiver<Int>.make()
/// let recorder = receiver.record()
/// transmitter.finish()
/// do {
///   _ = try await recorder.next(within: .milliseconds(1))
/// } catch let error as RecorderError {
///   print(error.reason, error.description.prefix(16))
/// }
/// // finished Expected 1 value
/// ```
public struct RecorderError: Error, Equatable, CustomStringConvertible {
  /// The reason why the wait ended. Later versions may add reasons, so that a `switch` needs a `default`.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.record()
  /// transmitter.finish()
  /// do {
  ///   _ = try await recorder.next(within: .milliseconds(1))
  /// } catch let error as RecorderError {
  ///   switch error.reason {
  ///   case .timeIsUp: print("not yet")
  ///   case .finished: print("never")
  ///   default: print(error)
  ///   }
  /// }
  /// // never
  /// ```
  public struct Reason: Sendable, Hashable, CustomStringConvertible {
    /// The time limit has passed.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let (transmitter, receiver) = Receiver<Int>.make()
    /// let recorder = receiver.record()
    ///
    /// do {
    ///   _ = try await recorder.next(within: .milliseconds(1))
    /// } catch let error as RecorderError {
    ///   print(error.reason)
    /// }
    /// // timeIsUp
    /// ```
    public static var timeIsUp: Reason { Reason(description: "timeIsUp") }
    /// The receiver has finished, so that no other value can come.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let (transmitter, receiver) = Receiver<Int>.make()
    /// let recorder = receiver.record()
    /// transmitter.finish()
    /// do {
    ///   _ = try await recorder.next(within: .milliseconds(1))
    /// } catch let error as RecorderError {
    ///   print(error.reason)
    /// }
    /// // finished
    /// ```
    public static var finished: Reason { Reason(description: "finished") }

    /// The name of the reason, such as `timeIsUp`.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// print(RecorderError.Reason.finished.description)
    /// // finished
    /// ```
    public let description: String
  }

  /// The reason why the wait ended.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.record()
  /// transmitter.finish()
  /// do {
  ///   _ = try await recorder.next(within: .milliseconds(1))
  /// } catch let error as RecorderError {
  ///   print(error.reason == .finished)
  /// }
  /// // true
  /// ```
  public let reason: Reason

  /// The expected values, the values that came instead, what to try, and the line that waited.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let recorder = receiver.record()
  /// transmitter.finish()
  /// do {
  ///   _ = try await recorder.next(within: .milliseconds(1))
  /// } catch let error as RecorderError {
  ///   print(error.description.split(separator: ".")[0])
  /// }
  /// // Expected 1 value, but it finished after none
  /// ```
  public let description: String
}

extension RecorderError {
  static func values<Value>(
    _ count: Int,
    got values: [Value],
    within limit: Duration,
    at site: CallSite
  ) -> RecorderError {
    let message = """
      Expected \(counted(count)) within \(limit), but got \(listed(values)). Broadcast before the time is up, or allow \
      more with 'within:'. What a clock paces waits until the clock is moved. (\(site.description))
      """
    return RecorderError(reason: .timeIsUp, description: message)
  }

  static func values<Value>(_ count: Int, beforeTheEnd values: [Value], at site: CallSite) -> RecorderError {
    let message = """
      Expected \(counted(count)), but it finished after \(listed(values)). Expect fewer, or keep the transmitter for as \
      long as values are to come. (\(site.description))
      """
    return RecorderError(reason: .finished, description: message)
  }

  static func end(within limit: Duration, at site: CallSite) -> RecorderError {
    let message = """
      Expected the end within \(limit), but it did not come. Call 'finish()' on the transmitter, or let go of its last \
      copy. (\(site.description))
      """
    return RecorderError(reason: .timeIsUp, description: message)
  }
}

/// A number of values in words, such as `1 value`.
func counted(_ count: Int) -> String {
  count == 1 ? "1 value" : "\(count) values"
}

/// The number of values and the first of them, such as `2 values: [1, 2]`. The length of the text is bounded.
func listed<Value>(_ values: [Value]) -> String {
  let shown = values.prefix(10).map { visible(shortened(String(reflecting: $0))) }.joined(separator: ", ")
  let rest = values.count > 10 ? ", and \(values.count - 10) more" : ""
  return values.isEmpty ? "none" : "\(counted(values.count)): [\(shown)\(rest)]"
}
