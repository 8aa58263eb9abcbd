#if NATS
import Airwave

/// The messages of one sender of which it is not certain that they are heard.
///
/// ```
///    settled │ in flight, stored, lost or strays: to be published again │ not published yet
///            └─ oldest                            └─ cursor             └─ firstUnpublished
/// ```
///
/// It decides what is published and when, and does nothing itself. Messages are numbered in the order of their
/// broadcasts. A message is *settled* when a copy of it is stored behind the message before it: then every reader has
/// heard it there, or an earlier copy (see `StreamOrder`). Messages are settled in the order of their numbers.
///
/// A copy that may be stored, or not, is published again under the same identity, so that the server tells where it is,
/// or stores it now. A copy that is stored before the message that it has to follow is a stray. It is published again
/// under another identity, and so is all that was published behind it.
///
/// Acknowledgments come in the order of the publishes. A message is therefore lost if one that was published later is
/// acknowledged before it. Otherwise a time-out decides, which follows the measured round trips. After a loss the
/// oldest message is published alone, until it is settled: those behind it would be strays.
struct Outbox: ~Copyable {
  enum Pace: Equatable {
    /// Messages are published up to the window.
    case flowing
    /// The oldest message is published. Its acknowledgment opens the window.
    case probing(isInFlight: Bool)
    /// Nothing is published before a time, or before ``reconnected()`` if it is nil.
    case paused(until: Nanoseconds?)
  }

  /// What is counted for each message beside its bytes.
  static let overhead = 128
  /// What a message takes on its way beside its bytes, roughly: subjects and headers.
  static let messageOverhead = 192
  static let shortestPause = 50 * Nanoseconds.millisecond
  static let longestPause = Nanoseconds.second

  /// The sender in the identities.
  var sender: UInt64
  /// The number in the outbox that is 0 in the identities of this sender.
  var origin: UInt64 = 0
  /// What is exactly known of this sender.
  var base: MessageID.Base
  /// The newest position of the stream that is known.
  var known: UInt64
  /// The number behind the last one that was settled, and the position behind which the next one must be stored.
  var settledEnd: UInt64 = 0
  var settledAt: UInt64
  /// The newest message that was settled. Nil if none was.
  var mark: StreamMark?

  /// Oldest first.
  var entries = RingBuffer<Entry>()
  /// What they carry.
  var contents = RingBuffer<Content>()
  var oldest: UInt64 = 0
  var firstUnpublished: UInt64 = 0
  /// The next number to look at.
  var cursor: UInt64 = 0
  /// A message that was published before was stored only now, or gets another identity: those behind it are strays.
  var isRepeating = false
  var flight = RingBuffer<(order: UInt64, number: UInt64)>()
  var newestOrder: UInt64 = 0
  var flightCount = 0
  var flightBytes = 0
  var byteCount = 0
  var republishCount = 0
  var pace = Pace.flowing
  var pause = Outbox.shortestPause
  var window: Window
  var roundTrip = RoundTrip()
  var timedOutAt: Nanoseconds = 0
  let limit: Int
  let reach: UInt64
  let makeSender: @Sendable () -> UInt64

  /// - Parameters:
  ///   - limit: How many bytes may wait.
  ///   - position: A position of the stream that exists, or 0.
  ///   - windowCount: How many messages may be in flight.
  ///   - reach: How far back the base of a message may lie.
  ///   - makeSender: Makes a sender that there was not before.
  init(
    limit: Int,
    behind position: UInt64 = 0,
    windowCount: Int = Window.count,
    reach: UInt64 = StreamOrder.reach,
    makeSender: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }
  ) {
    (self.limit, self.reach, self.makeSender) = (limit, reach, makeSender)
    sender = makeSender()
    base = MessageID.Base(next: 0, behind: position)
    (known, settledAt) = (position, position)
    window = Window(count: windowCount)
  }

  var isEmpty: Bool { entries.isEmpty }
  var end: UInt64 { oldest + UInt64(entries.count) }

  /// Whether ``next(at:)`` may have a message.
  var isReady: Bool {
    guard cursor < end else { return false }
    return switch pace {
    case .flowing: flightBytes < window.size && flightCount < window.count
    case .probing(let isInFlight): !isInFlight
    case .paused: false
    }
  }

  /// When ``tick(at:)`` has something to decide.
  var deadline: Nanoseconds? {
    if case .paused(let until) = pace { return until }
    guard let awaited, let entry = self[awaited] else { return nil }
    return max(entry.publishedAt, timedOutAt) + roundTrip.timeout
  }

  /// The message whose acknowledgment is due next.
  var awaited: UInt64? {
    if case .probing(isInFlight: true) = pace { return oldest }
    return flight.first?.number
  }

  subscript(number: UInt64) -> Entry? {
    get { number >= oldest && number < end ? entries[Int(number - oldest)] : nil }
    set {
      guard number >= oldest, number < end, let newValue else { return }
      entries[Int(number - oldest)] = newValue
    }
  }
}

/// Publishing.
extension Outbox {
  /// - Returns: The number of the message, or nil if there is no room for it. One message always has room.
  mutating func append(_ bytes: [UInt8], _ headers: [String: String] = [:]) -> UInt64? {
    let size = bytes.count + Headers.size(of: headers) + Self.overhead
    if byteCount > 0, byteCount + size > limit { return nil }
    byteCount += size
    _ = entries.append(Entry(size: size))
    _ = contents.append(Content(bytes: bytes, headers: headers))
    return end - 1
  }

  /// The next message to publish.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - position: A position of the stream that this process has read.
  /// - Returns: Nil if there is none at present.
  mutating func next(at now: Nanoseconds, having position: UInt64 = 0) -> Message? {
    known = max(known, position)
    while isReady {
      let number = cursor
      guard var entry = self[number] else { return nil }
      cursor += 1
      if entry.isGivenUp || entry.order > 0 && !isRepeating { continue }
      let isStray = entry.isForgotten || entry.stored > 0 && (number == oldest || !mayFollow(entry))
      if entry.stored > 0, !isStray, !isRepeating { continue }
      let first = first(of: number)
      newestOrder += 1
      if entry.publishCount == 0 {
        // No copy of this one or of a later one exists.
        if number == oldest, settledEnd == number, number == firstUnpublished {
          base = MessageID.Base(next: number - origin, behind: max(settledAt, known))
        }
        firstUnpublished = number + 1
        entry.beginEpoch(order: newestOrder, base: base, first: first)
      } else {
        republishCount += 1
        if isStray || isRepeating || entry.first != first {
          isRepeating = true
          entry.beginEpoch(order: newestOrder, base: base, first: first)
        }
      }
      if entry.order == 0 {
        flightCount += 1
        flightBytes += cost(entry)
      }
      (entry.order, entry.publishedAt) = (newestOrder, now)
      entry.publishCount += 1
      self[number] = entry
      _ = flight.append((newestOrder, number))
      if case .probing = pace { pace = .probing(isInFlight: true) }
      let place = MessageID.Place(base: entry.base, span: number - first)
      let content = contents[Int(number - oldest)]
      let id = MessageID(sender: sender, number: number - origin, epoch: entry.epoch, place: place)
      return Message(number: number, order: newestOrder, id: id, bytes: content.bytes, headers: content.headers)
    }
    return nil
  }

  /// Whether a copy can be the one that is heard, as far as is known.
  func mayFollow(_ entry: Entry) -> Bool { entry.stored > max(settledAt, entry.base.behind) && !isPastReach(entry) }

  /// Whether the base of a copy is too far back for it to be heard.
  func isPastReach(_ entry: Entry) -> Bool {
    entry.stored > entry.base.behind && entry.stored - entry.base.behind > reach
  }

  /// The first of the numbers that a message stands for: its own, and those before it that were given up.
  private func first(of number: UInt64) -> UInt64 {
    var first = number
    while first > oldest, let entry = self[first - 1], entry.isGivenUp { first -= 1 }
    return first == oldest ? settledEnd : first
  }

  func cost(_ entry: Entry) -> Int { entry.size - Self.overhead + Self.messageOverhead }
}
#endif
