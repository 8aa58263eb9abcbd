/// The write end of a pair: what is broadcast here, every listener of the ``Receiver`` hears.
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
/// A transmitter cannot listen. Copies are the same write end, and may be used from any thread. When the last copy is
/// gone the pair is finished, as after ``finish()``. A transmitter keeps its receiver alive, never the other way round.
public struct Transmitter<Value: Sendable>: Sendable {
  @usableFromInline let end: TransmitterEnd<Value>

  @inlinable init(end: TransmitterEnd<Value>) {
    self.end = end
  }

  /// Sends a value to every listener, in the order in which they joined.
  ///
  /// If nothing else is being delivered on the pair, all listeners without isolation have handled the value when this
  /// returns; all main-actor listeners too, if you call it on the main actor. If something is being delivered, by another
  /// thread or because a listener called this, the value is delivered after it by the delivery in progress, and this
  /// returns at once; so does a broadcast that meets a listener joining or leaving on another thread, which delivers it
  /// then. It never waits for the code of a listener, so that it cannot deadlock.
  ///
  /// While other threads broadcast without pause, a call delivers 64 of their values, or for one millisecond, and then hands
  /// the delivery over to one of them. While more than 1,000 requests are pending, a call sleeps once, for some 50
  /// microseconds. A call on the main queue neither takes a delivery over nor is slowed down.
  ///
  /// Every listener hears all values in the same order, in which the values of one thread keep theirs. A finished pair
  /// ignores the value.
  ///
  /// - Parameter value: What to tell.
  /// - Complexity: O(1) for each listener, without allocation unless something is being delivered. Keeps the value if the
  ///   ``ReplayStrategy`` says so.
  @inlinable
  public func broadcast(_ value: Value) {
    end.broadcast(value)
  }

  /// The same write end for values of another type.
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
  /// All else concerns the same pair: it lives as long as either transmitter, and ``finish()`` on either ends it.
  ///
  /// - Parameter embed: Makes a value of this transmitter from one of the new transmitter. Runs where the broadcast is made.
  /// - Returns: A transmitter that sends to this one.
  /// - Complexity: One call for each value; keeps nothing.
  public func pullback<Child: Sendable>(
    _ embed: @escaping @Sendable (Child) -> Value
  ) -> Transmitter<Child> {
    Transmitter<Child>(end: TransmitterEnd(Adapter(pair: end.pair) { broadcast(embed($0)) }))
  }

  /// Ends the pair: later broadcasts are ignored, and every listener is told the end and released.
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
  /// What is replayed stays. A listener that joins later hears it, and then the end.
  public func finish() {
    end.pair?.finish()
  }

  /// Whether anyone listens, directly or through operators. A hint when other threads come and go.
  public var hasListeners: Bool { end.pair.map { $0.currentListenerCount > 0 } ?? false }

  /// Disposes of every listener that has joined before, through whichever operators.
  ///
  /// The pair calls none of them once this returns. From inside a delivery they are disposed of behind the present value;
  /// until then, one that waits on another isolation or behind a joining operator may still hear what it was sent before.
  /// A listener that has ended, as behind ``Receiver/take(count:)``, hears the values that are on their way to its
  /// isolation, and the end.
  ///
  /// - Complexity: O(*n*) for *n* listeners.
  public func removeAllListeners() {
    end.pair?.removeAllListeners()
  }

  /// Forgets what is replayed to new listeners. Those who listen already do not notice.
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
    end.pair?.clearReplay()
  }
}

extension Transmitter<Void> {
  /// Tells every listener that it has happened.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Void>.make()
  /// receiver.listen { print("tick") }
  ///
  /// transmitter.broadcast()
  /// // tick
  /// ```
  ///
  /// - Complexity: That of ``broadcast(_:)``.
  @inlinable
  public func broadcast() {
    broadcast(())
  }
}
