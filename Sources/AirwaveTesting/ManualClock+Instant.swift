extension ManualClock {
  /// A point in the time of a ``ManualClock``.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let start = ManualClock.Instant()
  /// let clock = ManualClock(at: start)
  /// clock.advance(to: start.advanced(by: .seconds(5)))
  /// print(clock.now, start < clock.now)
  /// // 5.0 seconds true
  /// ```
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the beginning of the clock.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let clock = ManualClock()
    /// clock.advance(by: .seconds(5))
    /// print(clock.now.offset)
    /// // 5.0 seconds
    /// ```
    public let offset: Duration

    /// Makes an instant.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let clock = ManualClock(at: ManualClock.Instant(offset: .seconds(60)))
    /// clock.advance(by: .seconds(5))
    /// print(clock.now)
    /// // 65.0 seconds
    /// ```
    ///
    /// - Parameter offset: The time since the beginning of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant that is a duration later.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let clock = ManualClock()
    /// let deadline = clock.now.advanced(by: .seconds(5))
    /// clock.advance(to: deadline)
    /// print(clock.now)
    /// // 5.0 seconds
    /// ```
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
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let clock = ManualClock()
    /// let start = clock.now
    /// clock.advance(by: .seconds(5))
    /// print(start.duration(to: clock.now), clock.now.duration(to: start))
    /// // 5.0 seconds -5.0 seconds
    /// ```
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
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let clock = ManualClock()
    /// let start = clock.now
    /// clock.advance(by: .seconds(5))
    /// print(start < clock.now, clock.now < start)
    /// // true false
    /// ```
    ///
    /// - Parameters:
    ///   - first: An instant.
    ///   - second: Another instant.
    /// - Returns: Whether the first instant is before the second.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.offset < second.offset
    }

    /// The time since the beginning of the clock, such as `0.3 seconds`.
    ///
    /// ```swift
    /// import AirwaveTesting
    ///
    /// let clock = ManualClock()
    /// clock.advance(by: .milliseconds(300))
    /// print(clock.now)
    /// // 0.3 seconds
    /// ```
    public var description: String { "\(offset)" }
  }
}

extension Duration {
  fileprivate static let longest = Duration(attoseconds: .max)
  fileprivate static let shortest = Duration(attoseconds: .min)
}
