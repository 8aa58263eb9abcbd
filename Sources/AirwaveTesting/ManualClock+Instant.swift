extension ManualClock {
  /// A point in the time of a ``ManualClock``.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// How long after the beginning of the clock it is.
    public let offset: Duration

    /// Makes an instant.
    ///
    /// - Parameter offset: How long after the beginning of the clock it is.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant that is a duration later.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The later instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// The time from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: A positive duration if the other instant is later.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether an instant is before another.
    ///
    /// - Parameters:
    ///   - first: An instant.
    ///   - second: Another.
    /// - Returns: Whether the first is before the second.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.offset < second.offset
    }

    /// The time since the beginning of the clock, such as `0.3 seconds`.
    public var description: String { "\(offset)" }
  }
}
