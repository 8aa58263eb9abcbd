/// Initializers that the compiler rejects, with a message that says how to make a pair.
extension Receiver {
  /// Unavailable: a receiver without a transmitter would never hear a value. Use ``make(strategy:)``.
  @available(*, unavailable, message: "use make(strategy:)")
  public convenience init() {
    self.init(Channel(limit: 0))
  }
}

extension Transmitter {
  /// Unavailable: a transmitter without a receiver would have no listeners. Use ``Receiver/make(strategy:)``.
  @available(*, unavailable, message: "use make(strategy:)")
  public init() {
    self = Receiver.make().transmitter
  }
}
