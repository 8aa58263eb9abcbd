#if NATS
extension Outbox {
  /// A message to publish.
  struct Message: Equatable {
    let number: UInt64
    /// The number of the oldest message that is not acknowledged. All before it are stored, or refused.
    let oldest: UInt64
    /// Its place in the order of all publishes, which its acknowledgment tells.
    let order: UInt64
    let bytes: [UInt8]
  }

  /// What became of a message.
  struct Acknowledged {
    let bytes: [UInt8]
    /// Whether it was published once only. The server cannot have a copy of it then.
    let wasPublishedOnce: Bool
  }
}
#endif
