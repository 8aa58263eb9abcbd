/// A policy that says which values to buffer for a consumer that is slower than the transmitter, such as an
/// asynchronous sequence.
///
/// ```swift
/// let (transmitter, receiver) = Receiver<Int>.make()
/// let values = receiver.values(buffering: .oldest(2))
/// (1...5).forEach(transmitter.broadcast)
/// transmitter.finish()
///
/// for await value in values { print(value) }
/// // 1
/// // 2
/// ```
public struct BufferingPolicy: Sendable, Hashable {
  @usableFromInline package enum Kind: Sendable, Hashable {
    case unbounded
    case newest(Int)
    case oldest(Int)
  }

  @usableFromInline package let kind: Kind

  /// Buffers all values.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let values = receiver.values(buffering: .unbounded)
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  ///
  /// print(await values.reduce(into: []) { $0.append($1) })
  /// // [1, 2, 3]
  /// ```
  public static var unbounded: BufferingPolicy { BufferingPolicy(kind: .unbounded) }

  /// Buffers the newest values, up to a limit. When the buffer is full, a new value replaces the oldest one.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let values = receiver.values(buffering: .newest(2))
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  ///
  /// print(await values.reduce(into: []) { $0.append($1) })
  /// // [2, 3]
  /// ```
  ///
  /// - Parameter limit: The greatest number of values to buffer. ``Receiver/values(buffering:)`` traps if it is
  ///   negative.
  /// - Returns: A policy.
  public static func newest(_ limit: Int) -> BufferingPolicy { BufferingPolicy(kind: .newest(limit)) }

  /// Buffers the oldest values, up to a limit. When the buffer is full, new values are dropped.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let values = receiver.values(buffering: .oldest(2))
  /// [1, 2, 3].forEach(transmitter.broadcast)
  /// transmitter.finish()
  ///
  /// print(await values.reduce(into: []) { $0.append($1) })
  /// // [1, 2]
  /// ```
  ///
  /// - Parameter limit: The greatest number of values to buffer. ``Receiver/values(buffering:)`` traps if it is
  ///   negative.
  /// - Returns: A policy.
  public static func oldest(_ limit: Int) -> BufferingPolicy { BufferingPolicy(kind: .oldest(limit)) }

  /// The greatest number of values to buffer. Traps if it is negative (Contract 12).
  @inlinable package var limit: Int {
    switch kind {
    case .unbounded: .max
    case .newest(let limit): requireNonNegative(limit, "newest")
    case .oldest(let limit): requireNonNegative(limit, "oldest")
    }
  }
}

extension BufferingPolicy: CustomStringConvertible {
  /// The policy as it is written in code: `.unbounded`, `.newest(2)` or `.oldest(2)`.
  ///
  /// ```swift
  /// print(BufferingPolicy.unbounded, BufferingPolicy.newest(2))
  /// // .unbounded .newest(2)
  /// ```
  public var description: String {
    switch kind {
    case .unbounded: ".unbounded"
    case .newest(let limit): ".newest(\(limit))"
    case .oldest(let limit): ".oldest(\(limit))"
    }
  }
}
