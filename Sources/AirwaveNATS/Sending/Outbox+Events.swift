#if NATS
import Airwave

/// Events.
extension Outbox {
  /// The server has stored a message, perhaps long after its time-out.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - order: Which of its publishes is acknowledged.
  ///   - sequence: Where it is stored. 0 if the server does not know any more.
  ///   - isDuplicate: Whether it was stored before.
  ///   - now: The time.
  /// - Returns: What is certain now.
  mutating func acknowledge(
    _ number: UInt64,
    _ order: UInt64,
    at sequence: UInt64,
    isDuplicate: Bool = false,
    _ now: Nanoseconds
  ) -> Outcome {
    var outcome = Outcome()
    guard var entry = self[number], !entry.isGivenUp, entry.publishCount > 0, order >= entry.firstOrder else {
      known = max(known, sequence)
      return outcome
    }
    roundTrip.startAnew()
    pause = Self.shortestPause
    if entry.publishCount == 1 || entry.order == order {
      let time = now - min(now, entry.publishedAt)
      roundTrip.measure(time)
      window.acknowledged(cost(entry), after: time)
    }
    if !isDuplicate, sequence > 0, sequence <= entry.base.behind { outcome.isStreamReplaced = true }
    land(&entry)
    if sequence == 0 { entry.isForgotten = true } else { entry.stored = max(entry.stored, sequence) }
    self[number] = entry
    if isDuplicate, entry.publishCount == 1, sequence > 0 {
      outcome.taken = giveUp(number)
      return outcome
    }
    known = max(known, sequence)
    // It is stored only now: what was published behind an earlier copy is stored before it.
    let isLate = !isDuplicate && (order > entry.firstOrder || entry.epoch > 0)
    let before = oldest
    settle(&outcome.settled)
    var isAnswered = false
    if oldest > before, case .probing = pace {
      (pace, cursor, isRepeating, isAnswered) = (.flowing, oldest, isLate, true)
    }
    let hasLost = loseFlight(before: order)
    guard let entry = self[oldest], entry.publishCount > 0, entry.order == 0 else {
      if hasLost { cursor = oldest }
      return outcome
    }
    if entry.stored > settledAt, isPastReach(entry) { outcome.doubtful = pastReach(entry) }
    // If it was the oldest that was published alone, the others follow now.
    if !isAnswered, pace != .flowing || cursor > oldest || hasLost { restart() }
    return outcome
  }

  /// The server cannot store a message now, or could not be reached. It is published again after a pause.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - now: The time.
  ///   - patience: For how long to try again if the server has no space. Nil if it lacks something else.
  /// - Returns: The message, if it is given up.
  mutating func refuse(_ number: UInt64, at now: Nanoseconds, patience: Nanoseconds? = nil) -> Settled? {
    guard var entry = self[number], entry.publishCount > 0, !entry.isGivenUp else { return nil }
    if let patience {
      let since = entry.refusedSince ?? now
      if now - since >= patience { return giveUp(number) }
      entry.refusedSince = since
      self[number] = entry
    }
    lose(number)
    restart()
    if case .paused = pace { return nil }
    pace = .paused(until: now + pause)
    pause = min(pause * 2, Self.longestPause)
    return nil
  }

  /// The server will not store a message. The next one stands for its number, too.
  ///
  /// - Returns: The message, if it was not settled before.
  mutating func giveUp(_ number: UInt64) -> Settled? {
    guard var entry = self[number], !entry.isGivenUp else { return nil }
    land(&entry)
    byteCount -= entry.size
    let index = Int(number - oldest)
    let givenUp = Settled(number: number, bytes: contents[index].bytes)
    contents[index] = Content(bytes: [], headers: [:])
    entry.isGivenUp = true
    self[number] = entry
    var none: [Settled] = []
    settle(&none)
    restart()
    return givenUp
  }

  /// There is no server. Nothing is published until there is one.
  mutating func disconnected() {
    pace = .paused(until: nil)
  }

  /// There is a server again. What is in flight is lost, or its acknowledgment is.
  mutating func reconnected() {
    roundTrip.startAnew()
    while let first = flight.popFirst() {
      if self[first.number]?.order == first.order { lose(first.number) }
    }
    pace = .flowing
    restart()
  }

  /// Looks at the time.
  mutating func tick(at now: Nanoseconds) {
    if case .paused(let until) = pace {
      guard let until, until <= now else { return }
      pace = .flowing
      return restart()
    }
    guard let deadline, deadline <= now, let awaited else { return }
    lose(awaited)
    roundTrip.timedOut()
    window.timedOut()
    timedOutAt = now
    restart()
  }

  /// Removes the messages that were never published.
  ///
  /// - Returns: Their numbers and bytes, oldest first.
  mutating func withdrawUnpublished() -> [Settled] {
    var all = entries.takeAll()
    var carried = contents.takeAll()
    var (number, rest) = (oldest, [Settled]())
    while let entry = all.popFirst(), let content = carried.popFirst() {
      if number < firstUnpublished {
        _ = (entries.append(entry), contents.append(content))
      } else {
        rest.append(Settled(number: number, bytes: content.bytes))
        byteCount -= entry.size
      }
      number += 1
    }
    cursor = min(cursor, end)
    return rest
  }

  /// Removes everything. What comes later is that of another sender, so that it does not matter what becomes of it.
  ///
  /// - Returns: The numbers and bytes of the messages that are not settled, oldest first.
  mutating func giveUpAll() -> [Settled] { renew(keepingUnpublished: false) }
}
#endif
