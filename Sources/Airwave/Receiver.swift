/// The read end of a pair: it listens to what its ``Airwave/Transmitter`` broadcasts, and cannot broadcast.
///
/// ```swift
/// let (transmitter, receiver) = Receiver<String>.make(strategy: .warm(upTo: 1))
/// transmitter.broadcast("Good morning")
///
/// let listening = receiver.listen { print($0) }
/// transmitter.broadcast("Good night")
/// // Good morning
/// // Good night
///
/// listening.dispose()
/// ```
///
/// Keep the transmitter where things happen, and hand the receiver to whoever must hear of them. Operators such as
/// ``map(_:)`` and ``filter(_:)`` return receivers that are views of the first: they do no work until someone listens,
/// keep their state for each listener anew, and let the replay through.
///
/// A receiver never keeps its transmitter alive. It can be used from any thread.
public final class Receiver<Value: Sendable>: Sendable {
  /// What a listener attaches to.
  @usableFromInline
  enum Origin: Sendable {
    /// This is an end of a pair.
    case channel(Channel<Value>)
    /// This is derived from other receivers.
    case derivation(Derivation<Value>)
  }

  @usableFromInline let origin: Origin

  @inlinable init(_ channel: Channel<Value>) {
    origin = .channel(channel)
  }

  @inlinable init(_ derivation: Derivation<Value>) {
    origin = .derivation(derivation)
  }

  /// Makes a pair: a transmitter to broadcast with, and a receiver to listen to.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<String>.make(strategy: .cold)
  /// transmitter.broadcast("early")
  ///
  /// receiver.listen { print($0) }
  /// transmitter.broadcast("late")
  /// // early
  /// // late
  /// ```
  ///
  /// - Parameter strategy: What a new listener hears of earlier values. A negative limit stops the program.
  /// - Returns: Both ends. The pair lives as long as the transmitter.
  @inlinable
  public static func make(
    strategy: ReplayStrategy = .hot
  ) -> (transmitter: Airwave.Transmitter<Value>, receiver: Receiver<Value>) {
    if let age = strategy.age { return age.makePair(limit: strategy.limit) }
    let channel = Channel<Value>(limit: strategy.limit)
    let receiver = Receiver(channel)
    return (Airwave.Transmitter(end: TransmitterEnd(receiver, channel)), receiver)
  }

  /// How many listen to the pair, directly or through operators. A hint when other threads come and go.
  @inlinable
  public var listenerCount: Int {
    switch origin {
    case .channel(let channel): channel.currentListenerCount
    case .derivation(let derivation): derivation.listenerCount()
    }
  }

  /// The values that a new listener would hear at once, oldest first.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// [1, 2, 3].forEach(transmitter.broadcast)
  ///
  /// print(receiver.map { $0 * 10 }.replayed)
  /// // [10, 20, 30]
  /// ```
  ///
  /// Behind operators, their closures run for the replayed values, on the thread of the caller, though no listener joins.
  /// Can be read anywhere, inside a listener too.
  ///
  /// - Complexity: O(*n*) for *n* values. A broadcast that comes meanwhile waits until 1,024 values at most are copied.
  @inlinable
  public var replayed: [Value] {
    if case .channel(let channel) = origin { return channel.replayed }
    let values = OperatorState<[Value]>([])
    let peek = Disposable(isPeek: true)
    attach(
      Sink(
        receive: { values.content.append($0) },
        onEnd: nil,
        disposable: peek
      )
    )
    peek.dispose()
    return values.content
  }

  /// The newest of the values that a new listener would hear at once, or `nil` if it would hear none.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// [1, 2].forEach(transmitter.broadcast)
  ///
  /// print(receiver.latest ?? 0)
  /// // 2
  /// ```
  ///
  /// Behind operators, their closures run for all replayed values, as for ``replayed``.
  ///
  /// - Complexity: O(1), or O(*n*) for *n* replayed values through operators.
  @inlinable
  public var latest: Value? {
    if case .channel(let channel) = origin { channel.latest } else { replayed.last }
  }
}
