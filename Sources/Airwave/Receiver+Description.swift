import Synchronization

// An end of a pair is described in one line, and has no children to look at: otherwise `dump` and a failing `#expect`
// would read the state of the engine, which only the holder of the gate may access.

extension Receiver: CustomStringConvertible, CustomReflectable {
  /// The type, the strategy if this is the receiver of a pair, and the number of listeners.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make(strategy: .warm(upTo: 1))
  /// receiver.listen { _ in }
  /// print(receiver)
  /// print(receiver.map { "\($0)" })
  ///
  /// transmitter.finish()
  /// print(receiver)
  /// // Receiver<Int>(.warm(upTo: 1), 1 listener)
  /// // Receiver<String>(1 listener)
  /// // Receiver<Int>(.warm(upTo: 1), 0 listeners, finished)
  /// ```
  ///
  /// The number of listeners is ``listenerCount``. No closure of an operator is called.
  public var description: String {
    switch origin {
    case .channel(let channel): channel.description(of: Self.self, strategy: channel.strategy)
    case .derivation(let derivation): described(Self.self, listenerCount: derivation.listenerCount())
    }
  }

  /// A mirror without children.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// dump(receiver)
  /// // - Receiver<Int>(.hot, 0 listeners) #0
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}

extension Transmitter: CustomStringConvertible, CustomReflectable {
  /// The type, the strategy unless the values are transformed, and the number of listeners.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// receiver.listen { _ in }
  /// print(transmitter)
  /// // Transmitter<Int>(.hot, 1 listener)
  /// ```
  ///
  /// The number of listeners is the ``Receiver/listenerCount`` of the receiver of the pair.
  public var description: String { description(of: Self.self) }

  /// Describes the transmitter, or what contains it.
  fileprivate func description(of type: Any.Type) -> String {
    guard let pair = end.channel else { return described(type, listenerCount: 0) }
    return pair.description(of: type, strategy: (pair as? Channel<Value>)?.strategy)
  }

  /// A mirror without children.
  ///
  /// ```swift
  /// let (transmitter, receiver) = Receiver<Int>.make()
  /// dump(transmitter)
  /// // - Transmitter<Int>(.hot, 0 listeners)
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}

extension Broadcast: CustomStringConvertible, CustomReflectable {
  /// The type, the strategy, and the number of listeners.
  ///
  /// ```swift
  /// struct Download {
  ///   @Broadcast var progress: Receiver<Double>
  /// }
  ///
  /// print(Download())
  /// // Download(_progress: Broadcast<Double>(.hot, 0 listeners))
  /// ```
  public var description: String { transmitter.description(of: Self.self) }

  /// A mirror without children.
  ///
  /// ```swift
  /// dump(Broadcast<Int>())
  /// // - Broadcast<Int>(.hot, 0 listeners)
  /// ```
  public var customMirror: Mirror { withoutChildren(self) }
}

extension Channel {
  /// The strategy of the pair.
  package var strategy: ReplayStrategy {
    guard let replay = replay?.takeUnretainedValue() else { return .hot }
    return replay.withLock {
      ReplayStrategy(maximumCount: $0.ring.limit, age: $0.rule.ages?.limit, isUntilHeard: $0.rule.isUnheard)
    }
  }
}

extension AnyChannel {
  /// Describes an end of the pair.
  fileprivate final func description(of type: Any.Type, strategy: ReplayStrategy?) -> String {
    // Relaxed: reads nothing that the end publishes.
    let end = isFinished.load(ordering: .relaxed) ? ", finished" : ""
    return described(type, strategy, listenerCount: currentListenerCount, end)
  }
}

/// Describes an end of a pair, or of a view of pairs, in one line.
private func described(
  _ type: Any.Type,
  _ strategy: ReplayStrategy? = nil,
  listenerCount: Int,
  _ end: String = ""
) -> String {
  let start = strategy.map { "\($0), " } ?? ""
  return "\(type)(\(start)\(listenerCount) listener\(listenerCount == 1 ? "" : "s")\(end))"
}
