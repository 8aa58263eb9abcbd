#if NATS
/// What happens to a reader.
enum ReaderEvent: Equatable {
  /// Begin to read.
  case begin
  case disconnected
  case reconnected
  /// A consumer was created, as `ReaderAction.create` asked. It has so many messages.
  case created(attempt: UInt64, consumer: String, pending: UInt64)
  /// It was not, but another attempt may succeed.
  case failed(attempt: UInt64, reason: NATSError)
  /// A message of the present consumer arrived.
  case message(ReaderMessage)
  /// The server waits for messages to be published. The delivery is that of the newest message that it has sent.
  case heartbeat(pull: UInt64, delivery: UInt64?)
  /// A request for messages has ended before its batch was complete, perhaps because the next message did not fit.
  case ended(pull: UInt64, isTooLarge: Bool)
  /// The server does not accept a request for so many messages, but for this many.
  case limited(pull: UInt64, count: Int)
  /// The consumer does not exist any more, or has moved to another server: in the words of the server.
  case lost(pull: UInt64, words: String)
  /// The stream must be read again from an earlier message on. So many that have arrived are not delivered, and will
  /// arrive again.
  case readAgain(from: UInt64, count: Int)
  /// Messages that arrived were handled.
  case delivered(count: Int, size: Int)
  /// Time has passed.
  case tick
}

/// What the server says of a message that it delivers.
struct ReaderMessage: Equatable {
  /// Its sequence in the stream.
  let sequence: UInt64
  /// Its sequence among the messages of the consumer.
  let delivery: UInt64
  /// How many more messages the consumer had.
  let pending: UInt64
  let size: Int
}

/// What a reader wants done.
enum ReaderAction: Equatable {
  /// Look at the stream, and create a consumer that begins at a sequence.
  case create(attempt: UInt64, sequence: UInt64)
  /// Request the next messages of a consumer.
  case pull(consumer: String, pull: UInt64, count: Int, size: Int)
  /// The consumer is not needed any more.
  case delete(consumer: String)
  /// Deliver the message that arrived. The stream has dropped so many before it.
  case accept(missed: UInt64)
  /// The stream has dropped so many messages that the consumer had promised.
  case miss(count: UInt64)
  /// Ask the server that leads the stream once what it has.
  case look
}

/// How much a reader requests, and for how long it waits.
struct ReaderLimits: Equatable {
  /// How many messages may be requested or wait to be delivered.
  var count = 4_096
  /// At how many bytes a request ends. As many messages may be requested or wait to be delivered as have half of the
  /// bytes if they are as large as those before them.
  var size = 16 << 20
  /// How often the server sends a sign of life to a request that waits.
  var heartbeat = Nanoseconds.second
  /// How many messages a pair publishes before it hears them.
  var lead: UInt64 = 16_384

  /// A request ends after this time. The server requires at least two heartbeats.
  var expiry: Nanoseconds { max(30 * .second, heartbeat * 3) }
  /// The server removes a consumer that is not used for this time.
  static let inactivity = 30 * Nanoseconds.second
  /// No server accepts messages that are larger.
  static let largestSize = 128 << 20
}
#endif
