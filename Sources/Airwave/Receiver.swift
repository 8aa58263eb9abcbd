/// The read end of a pair: its listeners hear the values that its ``Airwave/Transmitter`` broadcasts. A receiver cannot
/// broadcast.
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
/// Keep the transmitter where the events happen, and pass the receiver to the code that reacts to them. Operators such
/// as ``map(_:)`` and ``filter(_:)`` return receivers that are views of this one. An operator does no work until a
/// listener joins, keeps separate state for each listener, and forwards replayed values, too.
///
/// A receiver does not keep its transmitter alive. You can use a receiver from any thread.
public final class Receiver<Value: Sendable>: Sendable {
  /// The source that a listener attaches to.
  @usableFromInline enum Origin: Sendable {
    /// The channel of a pair.
    case channel(Channel<Value>)
    /// A view of other receivers.
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
  /// - Parameters:
  ///   - strategy: Which earlier values a new listener hears. A negative limit stops the program.
  ///   - name: The name of the pair in the inspector. Ignored unless the trait `Inspector` is on.
  ///   - fileID: The file that the inspector shows for this pair. Omit this argument and `line`.
  ///   - line: The line that the inspector shows for this pair.
  /// - Returns: The transmitter and the receiver. The pair lives as long as the transmitter.
  @inlinable
  public static func make(
    strategy: ReplayStrategy = .hot,
    name: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> (transmitter: Airwave.Transmitter<Value>, receiver: Receiver<Value>) {
    make(isVariable: false, strategy: strategy, name: name, fileID: fileID, line: line)
  }

  @inlinable @inline(__always) static func make(
    isVariable: Bool,
    strategy: ReplayStrategy,
    name: String?,
    fileID: StaticString,
    line: UInt
  ) -> (transmitter: Airwave.Transmitter<Value>, receiver: Receiver<Value>) {
    let channel = Channel<Value>(strategy)
    instrument?.made(channel, isVariable: isVariable, name: name, fileID: fileID, line: line)
    let receiver = Receiver(channel)
    return (Airwave.Transmitter(to: channel, keeping: receiver), receiver)
  }

  /// Makes a pair without a place in the inspector: the same function for code that passes it on as a closure.
  ///
  /// ```swift
  /// let pairs = [ReplayStrategy.hot, .warm(upTo: 1)].map(Receiver<Int>.make(strategy:))
  /// for (transmitter, _) in pairs { transmitter.broadcast(1) }
  /// for (_, receiver) in pairs { print(receiver.replayed) }
  /// // []
  /// // [1]
  /// ```
  ///
  /// - Parameter strategy: Which earlier values a new listener hears. A negative limit stops the program.
  /// - Returns: The transmitter and the receiver.
  @inlinable
  @_disfavoredOverload
  public static func make(
    strategy: ReplayStrategy = .hot
  ) -> (transmitter: Airwave.Transmitter<Value>, receiver: Receiver<Value>) {
    make(strategy: strategy, name: nil, fileID: "", line: 0)
  }

  /// The number of listeners of the pair, including the ones after operators. The number is approximate while other
  /// threads add or remove listeners.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.listen { print($0) }
  /// receiver.filter { $0 > 1 }.listen { print($0) }
  ///
  /// print(receiver.listenerCount)
  /// transmitter.finish()
  /// print(receiver.listenerCount)
  /// // 2
  /// // 0
  /// ```
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
  /// If this receiver is derived by operators, reading this property calls their closures with each replayed value, on
  /// the calling thread, although no listener joins. You can read it anywhere, also inside a listener.
  ///
  /// - Complexity: O(*n*) for *n* values. A call on another thread that changes the pair waits while the values are
  ///   copied: a third of a millisecond for a million integers, and some 12 milliseconds for as many objects or long
  ///   strings.
  @inlinable
  public var replayed: [Value] {
    if case .channel(let channel) = origin { return channel.replayed }
    let values = OperatorState<[Value]>([])
    let peek = Disposable(isPeek: true)
    attach(Sink(receive: { values.content.append($0) }, onEnd: nil, disposable: peek))
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
  /// If this receiver is derived by operators, reading this property calls their closures with each replayed value, as
  /// for ``replayed``.
  ///
  /// - Complexity: O(1), or O(*n*) for *n* replayed values through operators.
  @inlinable
  public var latest: Value? {
    if case .channel(let channel) = origin { channel.latest } else { replayed.last }
  }
}

extension Receiver {
  /// Unavailable: a receiver without a transmitter would never hear a value. Use ``make(strategy:)``.
  @available(*, unavailable, message: "use make(strategy:)")
  public convenience init() {
    self.init(Channel(limit: 0))
  }

  /// Unavailable: the argument has a label. Use ``make(strategy:)``.
  @available(*, unavailable, renamed: "make(strategy:)")
  public static func make(
    _ strategy: ReplayStrategy
  ) -> (transmitter: Airwave.Transmitter<Value>, receiver: Receiver<Value>) {
    make(strategy: strategy)
  }
}
