#if NATS
/// What was broadcast on a pair and is not acknowledged: what the server was given, and behind it what waits.
///
/// ```
///    acknowledged │ given to the server (at most a window) │ waiting
///                 └─ first number                           └─ next()
/// ```
///
/// It decides, and does nothing. Messages are numbered in the order of their broadcasts; a message that is sent again keeps
/// its number, so that the server and the readers of the stream drop it if they have it already.
struct Outbox {
  struct Message {
    let number: UInt64
    let bytes: [UInt8]
  }

  private enum Pace {
    /// Messages are sent without waiting, up to a window.
    case flowing
    /// One is sent. Its acknowledgment opens the window. A stream that changes its leader may refuse one message and accept
    /// the next, which would change their order.
    case probing
    /// Nothing is sent until ``resume()``.
    case paused
  }

  /// How many messages, and bytes, the server may have been given that it has not acknowledged.
  static let window = (count: 8_192, bytes: 4 << 20)
  /// What is counted for each message beside its bytes.
  static let overhead = 64

  /// Oldest first. Nil once acknowledged, until those before it are, too.
  private var messages: [[UInt8]?] = []
  /// Where the oldest stands in `messages`; what stands before it is empty.
  private var head = 0
  private var firstNumber: UInt64 = 0
  /// How many from the head on were given to the server.
  private var sentCount = 0
  private var sentBytes = 0
  private var byteCount = 0
  private var pace = Pace.flowing
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { messages.count == head }

  private var waitingCount: Int { messages.count - head - sentCount }

  /// Whether ``next()`` has a message.
  var isReady: Bool {
    guard waitingCount > 0 else { return false }
    return switch pace {
    case .flowing: sentCount < Self.window.count && sentBytes < Self.window.bytes
    case .probing: sentCount == 0
    case .paused: false
    }
  }

  /// Whether a message that is added now would be the next.
  var isIdle: Bool { waitingCount == 0 && pace == .flowing }

  /// - Returns: False if there is no room for it. One message always has room.
  mutating func append(_ bytes: [UInt8]) -> Bool {
    let size = bytes.count + Self.overhead
    if byteCount > 0, byteCount + size > limit { return false }
    byteCount += size
    messages.append(bytes)
    return true
  }

  /// The next message to give to the server.
  mutating func next() -> Message? {
    while isReady {
      let offset = sentCount
      sentCount += 1
      // One that was acknowledged before a rewind is not sent again.
      guard let bytes = messages[head + offset] else { continue }
      sentBytes += bytes.count
      return Message(number: firstNumber + UInt64(offset), bytes: bytes)
    }
    return nil
  }

  /// The server has stored a message.
  ///
  /// - Returns: The bytes of the message, if it was not acknowledged before.
  @discardableResult
  mutating func acknowledge(_ number: UInt64) -> [UInt8]? {
    guard let bytes = take(number) else { return nil }
    if pace == .probing { pace = .flowing }
    return bytes
  }

  /// The server will not store a message.
  ///
  /// - Returns: The bytes of the message, if it was not acknowledged before.
  mutating func giveUp(_ number: UInt64) -> [UInt8]? {
    take(number)
  }

  /// Nothing is sent for the time being.
  ///
  /// - Returns: Whether that is news.
  mutating func pause() -> Bool {
    if pace == .paused { return false }
    pace = .paused
    return true
  }

  /// What the server was given is lost, or may be: it is sent again, from the oldest message on, one message first.
  mutating func resume() {
    sentCount = 0
    sentBytes = 0
    pace = .probing
  }

  /// Gives all up.
  ///
  /// - Returns: What was not acknowledged, oldest first.
  mutating func giveUpAll() -> [[UInt8]] {
    let rest = messages[head...].compactMap(\.self)
    firstNumber += UInt64(messages.count - head)
    (messages, head, sentCount, sentBytes, byteCount) = ([], 0, 0, 0, 0)
    return rest
  }

  private mutating func take(_ number: UInt64) -> [UInt8]? {
    guard number >= firstNumber, number - firstNumber < UInt64(messages.count - head) else { return nil }
    let offset = Int(number - firstNumber)
    guard let bytes = messages[head + offset] else { return nil }
    messages[head + offset] = nil
    byteCount -= bytes.count + Self.overhead
    if offset < sentCount { sentBytes -= bytes.count }
    while head < messages.count, messages[head] == nil {
      head += 1
      firstNumber += 1
      if sentCount > 0 { sentCount -= 1 }
    }
    if head == messages.count {
      messages.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 4_096, head * 2 > messages.count {
      // Seldom enough to cost a constant time for each message.
      messages.removeFirst(head)
      head = 0
    }
    return bytes
  }
}
#endif
