#if NATS
/// How many messages a stream has that have not arrived, as its servers say. One server may know less than another.
///
/// The server of the consumer says it again and again. If several servers keep the stream, that server may be behind
/// the one that leads the stream. What the leader has said counts until it has arrived.
struct Backlog {
  /// Whether the stream stores no other subjects.
  let isExclusive: Bool
  /// Whether several servers keep the stream.
  let hasCopies: Bool
  /// It outlives consumers: what they had is not heard while there is none.
  private(set) var count: UInt64 = 0
  /// The newest message of the subject, in the words of the leader, or 0.
  private var newest: UInt64 = 0

  init(isExclusive: Bool, hasCopies: Bool) {
    (self.isExclusive, self.hasCopies) = (isExclusive, hasCopies)
  }

  /// Whether the leader has a message from a sequence on. A server that has none is behind it.
  func hasMore(from next: UInt64) -> Bool { hasCopies && next <= newest }

  /// The server of the consumer says how many messages it has from a sequence on.
  mutating func consumerHas(_ count: UInt64, from next: UInt64) {
    guard hasMore(from: next) else { return self.count = count }
    // No more of those that the leader knows can be left than there are sequences.
    self.count = max(count, min(self.count, (newest - next).addingClamped(1)), 1)
  }

  /// A message has arrived, and its consumer has said how many follow.
  mutating func arrived(followedBy count: UInt64, from next: UInt64) {
    self.count -= min(self.count, 1)
    consumerHas(count, from: next)
  }

  /// Messages that have arrived will arrive again.
  mutating func add(_ count: UInt64) { self.count = self.count.addingClamped(count) }

  /// The leader says what the stream has.
  ///
  /// - Parameters:
  ///   - extent: Its sequences.
  ///   - next: The sequence of the next message that is expected.
  ///   - isReading: Whether there is a consumer.
  /// - Returns: Whether the leader should also be asked for the newest message of the subject, because other subjects
  ///   or deleted messages hide whether a consumer lacks something.
  mutating func streamHas(_ extent: StreamExtent, from next: UInt64, isReading: Bool) -> Bool {
    let count = extent.count(from: next)
    if isExclusive, !isReading { self.count = count }
    guard hasCopies else { return false }
    if count > 0, !isExclusive || !extent.isDense { return self.count > 0 || hasMore(from: next) || isReading }
    streamHas(newest: count > 0 ? extent.last : 0, count: count, from: next)
    return false
  }

  /// The leader says which is the newest message of the subject, or 0 if that is not known, and how many there are at
  /// least.
  mutating func streamHas(newest: UInt64, count: UInt64 = 1, from next: UInt64) {
    self.newest = newest
    if hasMore(from: next) { self.count = max(self.count, count) }
  }
}

/// Which sequences a stream has, and how many messages.
struct StreamExtent: Equatable {
  let first: UInt64
  let last: UInt64
  let count: UInt64

  /// Whether each of the sequences is that of a message.
  var isDense: Bool { count > 0 && count - 1 == last - min(first, last) }

  /// How many messages there are from a sequence on, at most.
  func count(from next: UInt64) -> UInt64 {
    let before = max(next, first, 1) - 1
    return min(count, last - min(last, before))
  }
}
#endif
