/// The write end of a pair: every listener of the ``Receiver`` hears the values that you broadcast with it.
///
/// ```swift
/// let (transmitter, receiver) = Receiver<Int>.make()
/// receiver.listen { print($0) }
///
/// [1, 2].forEach(transmitter.broadcast)
/// // 1
/// // 2
/// ```
///
/// A transmitter cannot listen. All copies of a transmitter are the same write end, and you can use them from any
/// thread. When the last copy is released, the pair is finished, as after ``finish()``. A transmitter keeps its
/// receiver alive, but a receiver does not keep its transmitter alive.
public struct Transmitter<Value: Sendable>: Sendable {
  @usableFromInline let end: TransmitterEnd<Value>

  /// The channel of a pair, or nil if the values go to an adapter. It is not retained, so that a copy of the
  /// transmitter retains one object: `end` keeps the channel alive.
  @usableFromInline let channel: Unmanaged<Channel<Value>>?

  /// Makes the transmitter of a pair. It keeps the receiver alive (Contract 10).
  @inlinable init(to channel: Channel<Value>, keeping receiver: Receiver<Value>) {
    end = TransmitterEnd(.pair(receiver))
    self.channel = .passUnretained(channel)
  }

  /// Makes a transmitter that passes its values, and its end, to closures, which hold another transmitter.
  init<Other>(
    through other: Transmitter<Other>,
    send: @escaping @Sendable (Value) -> Void,
    finish: @escaping @Sendable () -> Void
  ) {
    (end, channel) = (TransmitterEnd(.adapter(other.end.channel, send: send, finish: finish)), nil)
  }

  /// Broadcasts a value to every listener, in the order in which they joined.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.listen { print("heard \($0)") }
  ///
  /// transmitter.broadcast(1)
  /// print("broadcast has returned")
  /// [2, 3].forEach(transmitter.broadcast)
  /// // heard 1
  /// // broadcast has returned
  /// // heard 2
  /// // heard 3
  /// ```
  ///
  /// If no other delivery is in progress on the pair, every listener without isolation has handled the value when this
  /// returns. If you call this on the main actor, so has every main-actor listener, unless many older values still wait
  /// there. If a delivery is in progress, on another thread or because a listener called this, the value is delivered
  /// in its turn, and this returns at once. This never waits for a listener on another thread. It runs listeners on
  /// this thread, so do not call it while you hold a lock that a listener takes.
  ///
  /// While other threads broadcast faster than the listeners handle the values, another thread takes the delivery over,
  /// and calls are slowed down: <doc:IsolationAndThreads#Threads-that-never-pause>.
  ///
  /// All listeners hear the values in the same order. The values of one thread keep their order. A finished pair
  /// ignores the value.
  ///
  /// - Parameter value: The value to broadcast.
  /// - Complexity: O(1) for each listener, without allocation unless a delivery is in progress. Keeps the value if the
  ///   ``ReplayStrategy`` says so.
  @inlinable
  public func broadcast(_ value: Value) {
    if let channel {
      channel._withUnsafeGuaranteedRef { $0.broadcast(value) }
      _fixLifetime(end)
    } else {
      end.adapt(value)
    }
  }

  /// Makes a transmitter of values of another type, which broadcasts on the same pair.
  ///
  /// ```swift
  /// enum AppEvent { case opened(String), quit }
  ///
  /// let (events, event) = Receiver<AppEvent>.make()
  /// let documents: Transmitter<String> = events.pullback { .opened($0) }
  /// event.listen { print($0) }
  ///
  /// documents.broadcast("letter.txt")
  /// // opened("letter.txt")
  /// ```
  ///
  /// The pair lives as long as either transmitter, and ``finish()`` on either transmitter finishes it.
  ///
  /// - Parameter embed: Makes a value of this transmitter from a value of the new transmitter. Runs where the broadcast
  ///   is made.
  /// - Returns: A transmitter that broadcasts through this one.
  /// - Complexity: One call for each value; keeps nothing.
  public func pullback<Child: Sendable>(_ embed: @escaping @Sendable (Child) -> Value) -> Transmitter<Child> {
    Transmitter<Child>(through: self, send: { broadcast(embed($0)) }, finish: finish)
  }

  /// Finishes the pair: later broadcasts are ignored, the `onFinish` closures of the listeners are called, and every
  /// listener is released.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// transmitter.broadcast(1)
  /// transmitter.finish()
  /// transmitter.broadcast(2)
  ///
  /// receiver.listen { print($0) } onFinish: { print("the end") }
  /// // 1
  /// // the end
  /// ```
  ///
  /// The pair keeps its replay. A listener that joins later hears the replay, and then the end.
  public func finish() {
    end.finish()
  }

  /// Whether the pair has a listener, directly or after operators. The answer is approximate while other threads add
  /// or remove listeners.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// let listening = receiver.map { $0 * 2 }.listen { print($0) }
  /// print(transmitter.hasListeners)
  ///
  /// listening.dispose()
  /// print(transmitter.hasListeners)
  /// // true
  /// // false
  /// ```
  public var hasListeners: Bool { end.channel.map { $0.currentListenerCount > 0 } ?? false }

  /// Disposes of every listener that joined before this call, including the ones after operators.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.listen { print("first \($0)") }
  /// transmitter.removeAllListeners()
  ///
  /// receiver.listen { print("second \($0)") }
  /// transmitter.broadcast(1)
  /// // second 1
  /// ```
  ///
  /// Once this returns, the pair does not call these listeners. Inside a listener, or beside a delivery, the call takes
  /// its place behind what was broadcast before, which the listeners still hear. A listener on an actor or a queue, or
  /// after an operator that joins several receivers, such as ``Receiver/merge(with:)``, may hear earlier values until
  /// it is disposed of. A listener after an operator that is already done, such as ``Receiver/take(count:)``, is not
  /// removed: it hears the values that still wait for its actor, and then the end.
  ///
  /// - Complexity: O(*n*) for *n* listeners.
  public func removeAllListeners() {
    end.channel?.removeAllListeners()
  }

  /// Removes the values that are replayed to new listeners. Listeners that have already joined are not affected.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .cold)
  /// [1, 2].forEach(transmitter.broadcast)
  /// transmitter.clearReplay()
  /// transmitter.broadcast(3)
  ///
  /// receiver.listen { print($0) }
  /// // 3
  /// ```
  ///
  /// - Complexity: O(*n*) for *n* values.
  public func clearReplay() {
    end.channel?.clearReplay()
  }
}

extension Transmitter<Void> {
  /// Broadcasts an event that carries no value.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Void>.make()
  /// receiver.listen { print("tick") }
  ///
  /// transmitter.broadcast()
  /// // tick
  /// ```
  ///
  /// - Complexity: As ``broadcast(_:)``.
  @inlinable
  public func broadcast() {
    broadcast(())
  }
}

extension Transmitter {
  /// Unavailable: a transmitter without a receiver would have no listeners. Use ``Receiver/make(strategy:)``.
  @available(*, unavailable, message: "use make(strategy:)")
  public init() {
    self = Receiver.make().transmitter
  }
}
