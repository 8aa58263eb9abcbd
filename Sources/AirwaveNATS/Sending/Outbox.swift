#if NATS
/// The messages of one sender that are not acknowledged.
///
/// ```
///    acknowledged │ in flight, or lost and to be published again │ not published yet
///                 └─ oldest                                      └─ firstUnpublished
/// ```
///
/// It decides what is published and when, and does nothing itself. Messages are numbered in the order of their
/// broadcasts. A message that is published again keeps its number, so that the server and the readers of the stream
/// drop the copy.
///
/// Acknowledgments come in the order of the publishes. A message is therefore lost if one that was published later is
/// acknowledged before it. Otherwise a time-out decides, which follows the measured round trips. Only what is lost is
/// published again.
struct Outbox {
  private struct Entry {
    let bytes: [UInt8]
    var publishedAt: Nanoseconds = 0
    /// Its place in the order of all publishes. 0 if it is not in flight.
    var order: UInt64 = 0
    var publishCount = 0
    /// Since when the server refuses it for want of space.
    var refusedSince: Nanoseconds?
  }

  private enum Pace: Equatable {
    /// Messages are published up to the window.
    case flowing
    /// One message is published. Its acknowledgment opens the window. A cluster that changes the leader of the stream
    /// may drop one message and store the next. The first message of a sender is stored before any other, so that every
    /// reader knows where its numbers begin.
    case probing(isInFlight: Bool)
    /// Nothing is published before a time, or before ``reconnected()`` if it is nil.
    case paused(until: Nanoseconds?)
  }

  /// What is counted for each message beside its bytes.
  static let overhead = 64
  /// What a message takes on its way beside its bytes, roughly: subjects and headers.
  private static let wireOverhead = 192
  private static let shortestPause = 50 * Nanoseconds.millisecond
  private static let longestPause = Nanoseconds.second

  /// Oldest first. Nil once acknowledged, until the ones before it are.
  private var entries: [Entry?] = []
  /// Where the oldest stands in `entries`. The elements before it are empty.
  private var head = 0
  private var oldest: UInt64 = 0
  private var firstUnpublished: UInt64 = 0
  private var flight = Queue<(order: UInt64, number: UInt64)>()
  private var lost = Queue<UInt64>()
  private var newestOrder: UInt64 = 0
  private var flightCount = 0
  private(set) var flightBytes = 0
  private(set) var byteCount = 0
  private(set) var republishCount = 0
  private var pace = Pace.probing(isInFlight: false)
  private var pause = Outbox.shortestPause
  private var window = Window()
  private var roundTrip = RoundTrip()
  private var timedOutAt: Nanoseconds = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { entries.count == head }
  var hasFlight: Bool { flightCount > 0 }
  private var end: UInt64 { oldest + UInt64(entries.count - head) }

  /// Whether ``next(at:)`` may have a message.
  var isReady: Bool {
    guard !lost.isEmpty || firstUnpublished < end else { return false }
    return switch pace {
    case .flowing: flightBytes < window.size && flightCount < Window.count
    case .probing(let isInFlight): !isInFlight
    case .paused: false
    }
  }

  /// When ``tick(at:)`` has something to decide.
  var deadline: Nanoseconds? {
    if case .paused(let until) = pace { return until }
    guard let first = flight.first, let entry = self[first.number] else { return nil }
    return max(entry.publishedAt, timedOutAt) + roundTrip.timeout
  }

  private subscript(number: UInt64) -> Entry? {
    get {
      guard number >= oldest, number < end else { return nil }
      return entries[head + Int(number - oldest)]
    }
    set {
      guard number >= oldest, number < end else { return }
      entries[head + Int(number - oldest)] = newValue
    }
  }
}

/// Events.
extension Outbox {
  /// - Returns: The number of the message, or nil if there is no room for it. One message always has room.
  mutating func append(_ bytes: [UInt8]) -> UInt64? {
    let size = bytes.count + Self.overhead
    if byteCount > 0, byteCount + size > limit { return nil }
    byteCount += size
    entries.append(Entry(bytes: bytes))
    return end - 1
  }

  /// The next message to publish.
  mutating func next(at now: Nanoseconds) -> Message? {
    while isReady {
      let number: UInt64
      if let first = lost.popFirst() {
        number = first
        republishCount += 1
      } else {
        number = firstUnpublished
        firstUnpublished += 1
      }
      // It may have been acknowledged late.
      guard var entry = self[number], entry.order == 0 else { continue }
      newestOrder += 1
      (entry.order, entry.publishedAt) = (newestOrder, now)
      entry.publishCount += 1
      self[number] = entry
      flight.append((newestOrder, number))
      flightCount += 1
      flightBytes += cost(entry)
      if case .probing = pace { pace = .probing(isInFlight: true) }
      return Message(number: number, oldest: oldest, order: newestOrder, bytes: entry.bytes)
    }
    return nil
  }

  /// The server has stored a message, perhaps long after its time-out.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - order: Which of its publishes is acknowledged.
  ///   - now: The time.
  /// - Returns: The message, unless it was acknowledged before.
  mutating func acknowledge(_ number: UInt64, _ order: UInt64, at now: Nanoseconds) -> Acknowledged? {
    guard let entry = take(number) else { return nil }
    roundTrip.acknowledged()
    pause = Self.shortestPause
    if entry.publishCount == 1 || entry.order == order {
      let time = now - min(now, entry.publishedAt)
      roundTrip.measure(time)
      window.acknowledged(cost(entry), after: time)
    }
    if case .probing = pace { pace = .flowing }
    loseFlight(before: order)
    return Acknowledged(bytes: entry.bytes, wasPublishedOnce: entry.publishCount == 1)
  }

  /// The server cannot store a message now, or could not be reached. It is published again after a pause.
  ///
  /// - Parameters:
  ///   - number: The message.
  ///   - now: The time.
  ///   - patience: For how long to try again if the server has no space. Nil if it lacks something else.
  /// - Returns: The bytes of the message, if it is given up.
  mutating func refuse(_ number: UInt64, at now: Nanoseconds, patience: Nanoseconds? = nil) -> [UInt8]? {
    guard var entry = self[number], entry.publishCount > 0 else { return nil }
    if let patience {
      let since = entry.refusedSince ?? now
      if now - since >= patience { return giveUp(number) }
      entry.refusedSince = since
      self[number] = entry
    }
    lose(number)
    if case .paused = pace { return nil }
    pace = .paused(until: now + pause)
    pause = min(pause * 2, Self.longestPause)
    return nil
  }

  /// The server will not store a message.
  ///
  /// - Returns: The bytes of the message, if it was not acknowledged before.
  mutating func giveUp(_ number: UInt64) -> [UInt8]? {
    guard let entry = take(number) else { return nil }
    if case .probing = pace { pace = .probing(isInFlight: false) }
    return entry.bytes
  }

  /// There is no server. Nothing is published until there is one.
  mutating func disconnected() {
    pace = .paused(until: nil)
  }

  /// There is a server again. What is in flight is lost, or its acknowledgment is.
  mutating func reconnected() {
    while let first = flight.popFirst() {
      if self[first.number]?.order == first.order { lose(first.number) }
    }
    pace = .probing(isInFlight: false)
  }

  /// Looks at the time.
  mutating func tick(at now: Nanoseconds) {
    if case .paused(let until) = pace {
      if let until, until <= now { pace = .probing(isInFlight: false) }
      return
    }
    guard let deadline, deadline <= now, let first = flight.popFirst() else { return }
    lose(first.number)
    roundTrip.timedOut()
    window.timedOut()
    timedOutAt = now
    pace = .probing(isInFlight: false)
  }

  /// Removes the messages that were never published.
  ///
  /// - Returns: Their numbers and bytes, oldest first.
  mutating func withdrawUnpublished() -> [(number: UInt64, bytes: [UInt8])] {
    let numbers = firstUnpublished..<end
    return numbers.compactMap { number in take(number).map { (number, $0.bytes) } }
  }

  /// Removes everything.
  ///
  /// - Returns: The numbers and bytes of the messages that are not acknowledged, oldest first.
  mutating func giveUpAll() -> [(number: UInt64, bytes: [UInt8])] {
    let numbers = oldest..<end
    let rest = numbers.compactMap { number in take(number).map { (number, $0.bytes) } }
    flight.removeAll()
    lost.removeAll()
    return rest
  }
}

extension Outbox {
  private func cost(_ entry: Entry) -> Int { entry.bytes.count + Self.wireOverhead }

  /// A message is in flight no more, and must be published again.
  private mutating func lose(_ number: UInt64) {
    guard var entry = self[number], entry.order > 0 else { return }
    flightCount -= 1
    flightBytes -= cost(entry)
    entry.order = 0
    self[number] = entry
    lost.append(number)
    dropStale()
  }

  /// What was published before an acknowledged message, and is not acknowledged, is lost.
  private mutating func loseFlight(before order: UInt64) {
    while let first = flight.first, first.order < order {
      _ = flight.popFirst()
      if self[first.number]?.order == first.order { lose(first.number) }
    }
    dropStale()
  }

  /// Keeps a message at the front of `flight` that is in flight, for ``deadline``.
  private mutating func dropStale() {
    while let first = flight.first, self[first.number]?.order != first.order { _ = flight.popFirst() }
  }

  private mutating func take(_ number: UInt64) -> Entry? {
    guard let entry = self[number] else { return nil }
    self[number] = Entry?.none
    byteCount -= entry.bytes.count + Self.overhead
    if entry.order > 0 {
      flightCount -= 1
      flightBytes -= cost(entry)
    }
    while head < entries.count, entries[head] == nil {
      head += 1
      oldest += 1
    }
    firstUnpublished = max(firstUnpublished, oldest)
    if head == entries.count {
      entries.removeAll(keepingCapacity: head <= 8_192)
      head = 0
    } else if head >= 4_096, head * 2 > entries.count {
      // Seldom enough to cost a constant time for each message.
      entries.removeFirst(head)
      head = 0
    }
    dropStale()
    return entry
  }
}
#endif
