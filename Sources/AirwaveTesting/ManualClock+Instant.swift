extension ManualClock {
  /// A point in the time of a ``ManualClock``.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the beginning of the clock.
    public let offset: Duration

    /// Makes an instant.
    ///
    /// - Parameter offset: The time since the beginning of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant that is a duration later.
    ///
    /// - Parameter duration: The time between the two instants.
    /// - Returns: The later instant. If its offset exceeds the range of `Duration`, it is the last instant of that
    ///   range, or the first one with a negative `duration`.
    public func advanced(by duration: Duration) -> Instant {
      exactlyAdvanced(by: duration) ?? Instant(offset: duration < .zero ? .shortest : .longest)
    }

    /// The instant that is a duration later, or nil if its offset exceeds the range of `Duration`.
    func exactlyAdvanced(by duration: Duration) -> Instant? {
      let (sum, overflow) = offset.attoseconds.addingReportingOverflow(duration.attoseconds)
      return overflow ? nil : Instant(offset: Duration(attoseconds: sum))
    }

    /// The time from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: A positive duration if the other instant is later. If the time exceeds the range of `Duration`, it is
    ///   the longest duration, or the most negative one.
    public func duration(to other: Instant) -> Duration {
      let (difference, overflow) = other.offset.attoseconds.subtractingReportingOverflow(offset.attoseconds)
      if overflow { return other < self ? .shortest : .longest }
      return Duration(attoseconds: difference)
    }

    /// Returns whether an instant is before another.
    ///
    /// - Parameters:
    ///   - first: An instant.
    ///   - second: Another instant.
    /// - Returns: Whether the first instant is before the second.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.offset < second.offset
    }

    /// The time since the beginning of the clock, such as `0.3 seconds`.
    public var description: String { "\(offset)" }
  }
}

extension Duration {
  fileprivate static let longest = Duration(attoseconds: .max)
  fileprivate static let shortest = Duration(attoseconds: .min)
}
