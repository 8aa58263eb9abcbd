/// A property wrapper that makes a pair: the property is the receiver, and only its type can broadcast.
///
/// ```swift
/// @MainActor
/// final class Thermometer {
///   @Broadcast(.warm(upTo: 1)) var degrees: Receiver<Int>
///
///   func measure() { _degrees.broadcast(21) }
/// }
///
/// let thermometer = Thermometer()
/// thermometer.measure()
/// thermometer.degrees.listen { print("\($0) degrees") }
/// // 21 degrees
/// ```
///
/// The compiler makes the storage, `_degrees`, private: other code can neither broadcast nor finish the pair. There is
/// no `$degrees`, because it would have the access of the property.
///
/// The pair lives as long as the object, or as a copy of the ``transmitter``. Copies of a structure share the pair. In
/// code that runs elsewhere, such as a callback on another thread, capture the transmitter:
///
/// ```swift
/// @MainActor
/// final class Thermometer {
///   @Broadcast var degrees: Receiver<Int>
///
///   func measure(_ begin: (@escaping @Sendable (Int) -> Void) -> Void) {
///     begin { [transmitter = _degrees.transmitter] in transmitter.broadcast($0) }
///   }
/// }
///
/// let thermometer = Thermometer()
/// thermometer.degrees.listen { print("\($0) degrees") }
/// thermometer.measure { report in report(22) }
/// // 22 degrees
/// ```
///
/// The property belongs to the isolation of its type, as every `var` does. A class that is `Sendable` without an
/// isolation cannot have it: <doc:CompilerErrors#A-variable-or-a-pair-in-a-Sendable-class>.
@propertyWrapper
public struct Broadcast<Value: Sendable>: Sendable {
  /// The receiver of the pair.
  ///
  /// ```swift
  /// struct Download {
  ///   @Broadcast var progress: Receiver<Double>
  /// }
  ///
  /// let download = Download()
  /// print(download.progress)
  /// // Receiver<Double>(.hot, 0 listeners)
  /// ```
  public let wrappedValue: Receiver<Value>

  /// The transmitter of the pair, for code that broadcasts elsewhere.
  ///
  /// ```swift
  /// struct Download {
  ///   @Broadcast var progress: Receiver<Double>
  ///
  ///   func run() { [0.5, 1].forEach(_progress.transmitter.broadcast) }
  /// }
  ///
  /// let download = Download()
  /// download.progress.listen { print($0) }
  /// download.run()
  /// // 0.5
  /// // 1.0
  /// ```
  public let transmitter: Transmitter<Value>

  /// Makes a pair.
  ///
  /// ```swift
  /// struct Download {
  ///   @Broadcast(.warm(upTo: 1), name: "progress") var progress: Receiver<Double>
  /// }
  ///
  /// let download = Download()
  /// print(download.progress)
  /// // Receiver<Double>(.warm(upTo: 1), 0 listeners)
  /// ```
  ///
  /// - Parameters:
  ///   - strategy: Which earlier values a new listener hears. A negative limit stops the program.
  ///   - name: The name of the pair in the inspector, as in ``Receiver/make(strategy:name:fileID:line:)``.
  ///   - fileID: The file that the inspector shows for this pair. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for this pair.
  @inlinable
  public init(
    _ strategy: ReplayStrategy = .hot,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    (transmitter, wrappedValue) = Receiver.make(strategy: strategy, name: name, fileID: fileID, line: line)
  }

  /// Broadcasts a value, as ``Transmitter/broadcast(_:)``.
  ///
  /// ```swift
  /// struct Download {
  ///   @Broadcast var progress: Receiver<Double>
  ///
  ///   func run() { _progress.broadcast(1) }
  /// }
  ///
  /// let download = Download()
  /// download.progress.listen { print($0) }
  /// download.run()
  /// // 1.0
  /// ```
  ///
  /// - Parameter value: The value to broadcast.
  /// - Complexity: As ``Transmitter/broadcast(_:)``.
  @inlinable
  public func broadcast(_ value: Value) {
    transmitter.broadcast(value)
  }

  /// Finishes the pair, as ``Transmitter/finish()``.
  ///
  /// ```swift
  /// struct Download {
  ///   @Broadcast var progress: Receiver<Double>
  ///
  ///   func cancel() { _progress.finish() }
  /// }
  ///
  /// let download = Download()
  /// download.progress.listen { print($0) } onFinish: { print("over") }
  /// download.cancel()
  /// // over
  /// ```
  public func finish() {
    transmitter.finish()
  }
}

extension Broadcast<Void> {
  /// Broadcasts an event that carries no value, as ``Transmitter/broadcast()``.
  ///
  /// ```swift
  /// struct Button {
  ///   @Broadcast var taps: Receiver<Void>
  ///
  ///   func tap() { _taps.broadcast() }
  /// }
  ///
  /// let button = Button()
  /// button.taps.listen { print("tap") }
  /// button.tap()
  /// // tap
  /// ```
  ///
  /// - Complexity: As ``Transmitter/broadcast(_:)``.
  @inlinable
  public func broadcast() {
    transmitter.broadcast()
  }
}
