/// A strategy that says which earlier values are replayed to a new listener.
///
/// ```swift
/// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 2))
/// [1, 2, 3].forEach(transmitter.broadcast)
///
/// receiver.listen { print($0) }
/// // 2
/// // 3
/// ```
///
/// Only the new listener hears the replay, oldest value first. Replay and joining are one step: the listener misses no
/// value that is broadcast meanwhile, and hears no value twice.
///
/// Strategies that replay the same values are equal:
///
/// ```swift
/// print(ReplayStrategy.warm(upTo: 0) == .hot, ReplayStrategy.warm(upTo: .max) == .cold)
/// // true true
/// ```
public struct ReplayStrategy: Sendable, Hashable {
  /// The greatest number of values to keep. It is not checked: see `limit`.
  private let maximumCount: Int

  /// The greatest age of the values, if it is limited.
  @usableFromInline let age: AgeLimit?

  /// Whether only values are kept with which no listener was called.
  @usableFromInline package let isUntilHeard: Bool

  init(maximumCount: Int, age: AgeLimit? = nil, isUntilHeard: Bool = false) {
    self.maximumCount = maximumCount
    self.age = age
    self.isUntilHeard = isUntilHeard && maximumCount != 0
  }

  /// Replays nothing. The pair keeps no value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .hot)
  /// transmitter.broadcast(1)
  /// receiver.listen { print($0) }
  /// transmitter.broadcast(2)
  /// // 2
  /// ```
  public static var hot: ReplayStrategy { warm(upTo: 0) }

  /// Replays the newest values, up to a limit. When a full pair keeps a new value, it releases the oldest one.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// [1, 2].forEach(transmitter.broadcast)
  /// receiver.listen { print($0) }
  /// // 2
  /// ```
  ///
  /// - Parameter limit: The greatest number of values to keep. 0 makes the strategy ``hot``, and `Int.max` makes it
  ///   ``cold``. ``Receiver/make(strategy:)`` traps if it is negative.
  /// - Returns: A strategy.
  public static func warm(upTo limit: Int) -> ReplayStrategy { ReplayStrategy(maximumCount: limit) }

  /// Replays all values. The pair keeps every value for as long as the receiver or the transmitter exists.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// [1, 2].forEach(transmitter.broadcast)
  /// receiver.listen { print($0) }
  /// // 1
  /// // 2
  /// ```
  public static var cold: ReplayStrategy { warm(upTo: .max) }

  /// Replays the newest values with which no listener was called, up to a limit.
  ///
  /// Use it for what must be handled once, and may be sent before its listener joins, such as the link that starts an
  /// app. The first listener that joins hears the kept values, and each value is forgotten when a listener is called
  /// with it. Beside a listener nothing is kept.
  ///
  /// ```swift
  /// let (transmitter, links) = Receiver<String>.make(strategy: .untilHeard(upTo: 10))
  /// transmitter.broadcast("app://inbox")
  ///
  /// links.listen { print("opens \($0)") }
  /// links.listen { print("hears \($0)") }
  /// transmitter.broadcast("app://settings")
  /// // opens app://inbox
  /// // opens app://settings
  /// // hears app://settings
  /// ```
  ///
  /// Up to the limit no value is lost, and none is replayed that was heard, on whichever threads values are sent and
  /// listeners join and end. If a listener ends before it has heard all kept values, as with ``Receiver/take(count:)``,
  /// the next one hears the rest.
  ///
  /// - A value counts as heard when the listener is called: even if an operator such as ``Receiver/filter(_:)`` leaves
  ///   it out, if it waits for an actor, a dispatch queue or a `for await` loop, or if another thread disposes of the
  ///   listener while the value is on its way.
  /// - A listener whose owner no longer exists has heard nothing. If the owner belongs to the main actor, broadcast
  ///   there: other threads cannot look at it, so that the value counts as heard, as if it belonged to another actor.
  /// - Behind ``Receiver/share(strategy:)``, the shared receiver is the listener.
  /// - ``Receiver/replayed`` and ``Receiver/latest`` leave the values where they are.
  ///   ``Airwave/Transmitter/clearReplay()`` removes them.
  /// - After the end of the pair, the first listener hears the kept values and the end, and later ones the end.
  ///
  /// - Parameter limit: The greatest number of values to keep. 0 makes the strategy ``hot``.
  ///   ``Receiver/make(strategy:)`` traps if it is negative.
  /// - Returns: A strategy.
  /// - Complexity: Each broadcast also loads the owner of each listener that has one. Pairs with other strategies pay
  ///   nothing.
  public static func untilHeard(upTo limit: Int) -> ReplayStrategy {
    ReplayStrategy(maximumCount: limit, isUntilHeard: true)
  }

  /// The greatest number of values to keep. Traps if it is negative (Contract 12).
  @usableFromInline package var limit: Int { requireNonNegative(maximumCount, "upTo") }
}

extension ReplayStrategy: CustomStringConvertible {
  /// The strategy as it is written in code, such as `.hot` or `.warm(upTo: 2)`.
  ///
  /// ```swift
  /// let strategies: [ReplayStrategy] = [.hot, .warm(upTo: 2), .cold]
  /// print(strategies)
  /// // [.hot, .warm(upTo: 2), .cold]
  /// ```
  public var description: String {
    if isUntilHeard { return ".untilHeard(upTo: \(maximumCount))" }
    if let age { return ".warm(upTo: \(maximumCount), for: \(age.duration))" }
    return switch maximumCount {
    case 0: ".hot"
    case .max: ".cold"
    default: ".warm(upTo: \(maximumCount))"
    }
  }
}

extension ReplayStrategy {
  /// Replays the newest values, up to a limit, that are younger than a duration.
  ///
  /// ```swift
  /// import AirwaveTesting
  ///
  /// let clock = ManualClock()
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 100, for: .seconds(10), clock: clock))
  /// transmitter.broadcast(1)
  /// clock.advance(by: .seconds(6))
  /// transmitter.broadcast(2)
  /// clock.advance(by: .seconds(6))
  ///
  /// print(receiver.replayed)
  /// // [2]
  /// ```
  ///
  /// The age of a value counts from its delivery. A value whose age has reached the duration is not replayed. It is
  /// released when the next value is broadcast, when a listener joins, or when ``Receiver/replayed`` or
  /// ``Receiver/latest`` of the pair is read while nothing is delivered. No timer runs.
  ///
  /// Two strategies with a positive duration are equal only if one is a copy of the other.
  ///
  /// - Parameters:
  ///   - limit: The greatest number of values to keep. ``Receiver/make(strategy:)`` traps if it is negative.
  ///   - duration: How long to keep each value. 0 makes the strategy ``hot``. A negative duration stops the program.
  ///   - clock: The clock that measures the age of values.
  /// - Returns: A strategy.
  /// - Complexity: A pair with this strategy reads the clock at each broadcast, and keeps an instant with each value.
  ///   A broadcast and a join also evict all values that are too old. Pairs with other strategies pay nothing.
  public static func warm<C: Clock>(
    upTo limit: Int,
    for duration: Duration,
    clock: C = ContinuousClock()
  ) -> ReplayStrategy where C.Duration == Duration {
    let duration = checked(duration, "for")
    // No age is less than zero, so nothing would be replayed. `min` keeps a negative limit, so that making a pair
    // traps.
    if duration == .zero { return .warm(upTo: min(limit, 0)) }
    let start = clock.now
    return ReplayStrategy(maximumCount: limit, age: AgeLimit(duration) { start.duration(to: clock.now) })
  }
}
