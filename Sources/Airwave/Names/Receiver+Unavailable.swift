/// Initializers that the compiler rejects, with a message that says how to make a pair.
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

extension Transmitter {
  /// Unavailable: a transmitter without a receiver would have no listeners. Use ``Receiver/make(strategy:)``.
  @available(*, unavailable, message: "use make(strategy:)")
  public init() {
    self = Receiver.make().transmitter
  }
}

/// A sequence that can fail has no receiver of its elements alone: its failure would look like its end.
extension AsyncSequence {
  /// Unavailable: the sequence can fail, and its failure would look like its end. Use ``results(strategy:)``.
  @available(*, unavailable, message: "the sequence can fail: use results(), which delivers the failure, too")
  @_disfavoredOverload
  public func receiver(strategy: ReplayStrategy = .hot) -> Receiver<Element> where Element: Sendable {
    Receiver.make(strategy: strategy).receiver
  }
}

extension Receiver {
  /// Unavailable: the sequence can fail, and its failure would look like its end. Use `results(strategy:)`.
  @available(*, unavailable, message: "the sequence can fail: use its results(), which deliver the failure, too")
  @_disfavoredOverload
  public convenience init<Source: AsyncSequence>(_ sequence: Source, strategy: ReplayStrategy = .hot)
  where Source.Element == Value {
    self.init(Channel(limit: 0))
  }
}
