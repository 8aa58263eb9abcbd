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
    /// - Returns: The later instant. The last one, or the first one, if a `Duration` cannot count so far.
    public func advanced(by duration: Duration) -> Instant {
      exactlyAdvanced(by: duration) ?? Instant(offset: duration < .zero ? .shortest : .longest)
    }

    /// The instant that is a duration later, unless a `Duration` cannot count so far.
    func exactlyAdvanced(by duration: Duration) -> Instant? {
      let (sum, overflow) = offset.attoseconds.addingReportingOverflow(duration.attoseconds)
      return overflow ? nil : Instant(offset: Duration(attoseconds: sum))
    }

    /// The time from this instant to another.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: A positive duration if the other instant is later. The longest one, or its opposite, if a `Duration` cannot
    ///   count so far.
    public func duration(to other: Instant) -> Duration {
      let (difference, overflow) = other.offset.attoseconds.subtractingReportingOverflow(offset.attoseconds)
      if overflow { return other < self ? .shortest : .longest }
      return Duration(attoseconds: difference)
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

extension Duration {
  fileprivate static let longest = Duration(attoseconds: .max)
  fileprivate static let shortest = Duration(attoseconds: .min)
}
