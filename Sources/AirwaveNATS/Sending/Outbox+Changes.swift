#if NATS
import Airwave

/// What the events change.
extension Outbox {
  /// Takes the oldest messages out that every reader has heard.
  mutating func settle(_ settled: inout [Settled]) {
    while let entry = self[oldest] {
      if !entry.isGivenUp {
        guard entry.stored > 0, mayFollow(entry), entry.first <= settledEnd, !entry.isForgotten else { return }
        (settledAt, settledEnd) = (entry.stored, oldest + 1)
        // The only copy of it is the one that is heard: right behind it, the next number is the next one.
        if entry.publishCount == 1 { base = MessageID.Base(next: settledEnd - origin, behind: settledAt) }
        byteCount -= entry.size
        settled.append(Settled(number: oldest, bytes: contents[0].bytes, sequence: entry.stored))
        mark = StreamMark(
          sequence: entry.stored,
          id: MessageID(sender: sender, number: oldest - origin, epoch: entry.epoch)
        )
      }
      removeOldest()
    }
  }

  mutating func removeOldest() {
    _ = (entries.popFirst(), contents.popFirst())
    oldest += 1
    firstUnpublished = max(firstUnpublished, oldest)
    cursor = max(cursor, oldest)
    dropStale()
  }

  /// The base of the oldest message is too far back for its copy to be heard.
  ///
  /// - Returns: What was published, if it cannot be known any more whether it is heard.
  mutating func pastReach(_ entry: Entry) -> [Settled] {
    window.timedOut()
    if entry.publishCount == 1, settledEnd == oldest {
      // No other copy exists, so that nothing of this sender is heard between the one before and this one.
      base = MessageID.Base(next: oldest - origin, behind: entry.stored)
    } else if known - base.behind > reach {
      return renew(keepingUnpublished: true)
    }
    return []
  }

  /// Goes on as another sender, none of whose messages can be anywhere.
  ///
  /// - Returns: What is given up.
  mutating func renew(keepingUnpublished: Bool) -> [Settled] {
    let first = keepingUnpublished ? firstUnpublished : end
    var rest: [Settled] = []
    while oldest < first, let entry = entries.popFirst(), let content = contents.popFirst() {
      if !entry.isGivenUp {
        rest.append(Settled(number: oldest, bytes: content.bytes))
        byteCount -= entry.size
      }
      oldest += 1
    }
    (flightCount, flightBytes) = (0, 0)
    _ = flight.takeAll()
    (sender, origin, base) = (makeSender(), oldest, MessageID.Base(next: 0, behind: known))
    (settledEnd, settledAt, firstUnpublished) = (oldest, known, oldest)
    restart()
    return rest
  }

  /// Publishes again from the oldest message on, that one alone.
  mutating func restart() {
    (cursor, isRepeating) = (oldest, false)
    if case .paused = pace { return }
    // Nothing was published that could be a stray.
    pace = firstUnpublished > oldest ? .probing(isInFlight: self[oldest].map { $0.order > 0 } ?? false) : .flowing
  }

  /// A message is in flight no more.
  mutating func land(_ entry: inout Entry) {
    guard entry.order > 0 else { return }
    flightCount -= 1
    flightBytes -= cost(entry)
    entry.order = 0
  }

  /// A message must be published again, unless it is acknowledged late.
  mutating func lose(_ number: UInt64) {
    guard var entry = self[number], entry.order > 0 else { return }
    land(&entry)
    self[number] = entry
    dropStale()
  }

  /// What was published before an acknowledged message, and is not acknowledged, is lost.
  mutating func loseFlight(before order: UInt64) -> Bool {
    var hasLost = false
    while let first = flight.first, first.order < order {
      _ = flight.popFirst()
      guard isInFlight(first) else { continue }
      lose(first.number)
      hasLost = true
    }
    dropStale()
    return hasLost
  }

  /// Keeps a message at the front of `flight` that is in flight, for ``deadline``.
  mutating func dropStale() {
    while let first = flight.first, !isInFlight(first) { _ = flight.popFirst() }
  }

  /// Whether a publish is the newest of its message, and is neither acknowledged nor lost.
  private func isInFlight(_ publish: (order: UInt64, number: UInt64)) -> Bool {
    guard publish.number >= oldest, publish.number < end else { return false }
    return entries[Int(publish.number - oldest)].order == publish.order
  }
}
#endif
