#if NATS
/// The requests for messages that a server has from a reader, the oldest first.
///
/// How many messages each of them may still bring is exact only in sum, because the server serves them in turn.
struct PullRequests {
  private struct Pull {
    let id: UInt64
    let batch: Int
    var count: Int
  }

  private var pulls: [Pull] = []
  private var newest: UInt64 = 0
  /// The oldest request to the present consumer. What the server says of others concerns consumers before it.
  private var first: UInt64 = 1
  /// How many messages may still come.
  private(set) var messageCount = 0

  var isEmpty: Bool { pulls.isEmpty }
  var count: Int { pulls.count }

  /// Whether the present consumer was asked, and not one before it.
  func areOfConsumer(of pull: UInt64) -> Bool { pull >= first }

  /// - Returns: The number of a request for so many messages.
  mutating func add(_ batch: Int) -> UInt64 {
    newest += 1
    pulls.append(Pull(id: newest, batch: batch, count: batch))
    messageCount += batch
    return newest
  }

  /// A message that was requested has arrived.
  mutating func countArrival() {
    guard let oldest = pulls.first else { return }
    if oldest.count <= 1 {
      drop(before: oldest.id + 1)
    } else {
      pulls[0].count -= 1
      messageCount -= 1
    }
  }

  /// A request has ended, and so have those before it.
  ///
  /// - Returns: Whether it has brought no message, as far as it is known.
  mutating func end(_ pull: UInt64) -> Bool {
    drop(before: pull)
    guard let oldest = pulls.first, oldest.id == pull else { return false }
    drop(before: pull + 1)
    return oldest.count == oldest.batch
  }

  private mutating func drop(before pull: UInt64) {
    while let oldest = pulls.first, oldest.id < pull {
      pulls.removeFirst()
      messageCount -= oldest.count
    }
  }

  /// Nothing is expected of the present consumer any more.
  mutating func forget() {
    (messageCount, first) = (0, newest + 1)
    pulls.removeAll()
  }
}
#endif
