#if NATS
extension Outbox {
  /// A message to publish.
  struct Message: Equatable {
    /// Its number in the outbox.
    let number: UInt64
    /// Its place in the order of all publishes, which its acknowledgment tells.
    let order: UInt64
    let id: MessageID
    let bytes: [UInt8]
    var headers: [String: String] = [:]
  }

  /// A message that is in the outbox no more.
  struct Settled: Equatable {
    let number: UInt64
    let bytes: [UInt8]
    /// Where it is stored. It is heard there, or where an earlier copy is stored whose acknowledgment was lost.
    var sequence: UInt64 = 0
  }

  /// What an acknowledgment has changed.
  struct Outcome: Equatable {
    /// What is heard by each reader, in order.
    var settled: [Settled] = []
    /// Another process has stored a message under the identity of this one.
    var taken: Settled?
    /// What may be heard or not: it is too long ago to know.
    var doubtful: [Settled] = []
    /// The server has stored a message before one that was there when it was published: it is published again.
    var isStreamReplaced = false
  }

  /// What a message carries.
  struct Content {
    var bytes: [UInt8]
    var headers: [String: String]
  }

  /// The state of a message. It has no references, so that to copy it counts none.
  struct Entry {
    /// What is counted for it.
    let size: Int
    /// Its number is not used: the server has refused it.
    var isGivenUp = false
    var publishedAt: Nanoseconds = 0
    /// Its place in the order of all publishes. 0 if it is not in flight.
    var order: UInt64 = 0
    var publishCount = 0
    /// Since when the server refuses it for want of space.
    var refusedSince: Nanoseconds?

    // What concerns the copies of one identity.
    var epoch: UInt64 = 0
    /// The order of the first of these copies.
    var firstOrder: UInt64 = 0
    /// Their base, which is the same in all of them, for the server compares it, too.
    var base = MessageID.Base(next: 0, behind: 0)
    /// The first of the numbers that they stand for.
    var first: UInt64 = 0
    /// Where one of them is stored, or 0.
    var stored: UInt64 = 0
    /// The server remembers their identity, but has lost them.
    var isForgotten = false

    init(size: Int) {
      self.size = size
    }

    /// The next publish is that of another identity.
    mutating func beginEpoch(order: UInt64, base: MessageID.Base, first: UInt64) {
      if publishCount > 0 { epoch += 1 }
      (firstOrder, stored, isForgotten) = (order, 0, false)
      (self.base, self.first) = (base, first)
    }
  }
}
#endif
