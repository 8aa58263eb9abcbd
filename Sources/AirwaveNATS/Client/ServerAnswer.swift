#if NATS
import Foundation

/// An error of the streaming part of a server.
struct ServerError: Decodable, Equatable, Sendable {
  var code = 0
  /// What it is, precisely. 0 if an old server does not say.
  var number = 0
  var description = ""

  enum CodingKeys: String, CodingKey {
    case code, description
    case number = "errCode"
  }

  init(code: Int, number: Int, description: String) {
    (self.code, self.number, self.description) = (code, number, description)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try container.decodeIfPresent(Int.self, forKey: .code) ?? 0
    number = try container.decodeIfPresent(Int.self, forKey: .number) ?? 0
    description = try container.decodeIfPresent(String.self, forKey: .description) ?? ""
  }
}

/// What the server answers to a request: an error, or what was asked for.
struct ServerAnswer<Content: Decodable>: Decodable {
  let error: ServerError?
  let content: Content?

  enum CodingKeys: CodingKey { case error }

  init(from decoder: any Decoder) throws {
    error = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(ServerError.self, forKey: .error)
    content = error == nil ? try Content(from: decoder) : nil
  }
}

struct Nothing: Decodable {}

/// The JSON of the server, whose names have underscores.
enum ServerJSON {
  static func bytes(of request: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    // The requests are plain values, whose encoding does not fail.
    return (try? encoder.encode(request)).map(Array.init) ?? []
  }

  static func answer<Content: Decodable>(_ bytes: [UInt8], as type: Content.Type) -> Result<Content, NATSError> {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let answer = try? decoder.decode(ServerAnswer<Content>.self, from: Data(bytes)) else {
      return .failure(NATSError(.other, "The server's answer cannot be read."))
    }
    if let content = answer.content { return .success(content) }
    return .failure(NATSError(answer.error ?? ServerError(code: 0, number: 0, description: "")))
  }

  static func error(_ bytes: UnsafeRawBufferPointer) -> ServerError? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return (try? decoder.decode(ServerAnswer<Nothing>.self, from: Data(bytes)))?.error
  }
}

/// A stream, as `$JS.API.STREAM.INFO` and `$JS.API.STREAM.CREATE` describe it.
struct StreamInfo: Decodable {
  struct Configuration: Codable {
    var name: String
    var subjects: [String]?
    var retention = "limits"
    var storage = "file"
    var discard = "old"
    var numReplicas = 1
    var maxMsgs: Int64 = -1
    var maxBytes: Int64 = -1
    /// In nanoseconds. 0 if messages are kept for ever.
    var maxAge: Int64 = 0
    var maxConsumers = -1
    var maxMsgsPerSubject: Int64? = -1
    var maxMsgSize: Int64? = -1
    var noAck: Bool?
    /// For how long identities are remembered, in nanoseconds.
    var duplicateWindow: Int64?
  }

  struct State: Decodable {
    let messages: UInt64
    let firstSeq: UInt64
    let lastSeq: UInt64
    let numDeleted: Int?
    /// When the last message was stored.
    let lastTs: String?
    /// How many messages each of the subjects has that were asked for. Nil if none of them has any.
    let subjects: [String: UInt64]?

    var extent: StreamExtent { StreamExtent(first: firstSeq, last: lastSeq, count: messages) }
  }

  let config: Configuration
  /// When it was created. A stream that is made again was created later.
  let created: String
  let state: State
}

struct ConsumerInfo: Decodable {
  struct Delivered: Decodable {
    let streamSeq: UInt64
  }

  let name: String
  /// At first the sequence before the first message that it delivers.
  let delivered: Delivered
  /// How many messages it will deliver, as far as its server knows.
  let numPending: UInt64
}

/// A request for an ephemeral pull consumer.
struct ConsumerRequest: Encodable {
  struct Configuration: Encodable {
    var deliverPolicy = "by_start_sequence"
    var optStartSeq: UInt64?
    var optStartTime: String?
    let filterSubject: String
    var ackPolicy = "none"
    var maxDeliver = -1
    var replayPolicy = "instant"
    var numReplicas = 1
    var memStorage = true
    var inactiveThreshold = ReaderLimits.inactivity
  }

  let streamName: String
  let config: Configuration
}

struct PullRequest: Encodable {
  let batch: Int
  let maxBytes: Int
  let expires: Nanoseconds
  let idleHeartbeat: Nanoseconds
}

/// A request for the state of a stream, with the number of messages of a subject.
struct SubjectRequest: Encodable {
  let subjectsFilter: String
}

/// A request for the message at a sequence, or for the newest one of a subject.
struct MessageRequest: Encodable {
  var seq: UInt64?
  var lastBySubj: String?
}

struct StoredMessage: Decodable {
  /// A message that was read from a stream.
  struct Content: Sendable {
    let bytes: [UInt8]
    let sequence: UInt64
    /// When it was stored, in nanoseconds since 1970.
    let time: UInt64
    /// Empty unless the session reads them.
    var headers: [String: String] = [:]
  }

  struct Message: Decodable {
    let seq: UInt64
    let time: String?
    /// The lines of its headers.
    let hdrs: Data?

    /// When it was stored, in nanoseconds since 1970.
    var nanoseconds: UInt64? { time.flatMap(nanoseconds(of:)) }

    /// Its identity, without its place. Nil if another program made it.
    var id: MessageID? {
      // Split as bytes: the text of another header may have line separators of Unicode.
      let lines = (hdrs ?? Data()).split { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
        .map { String(decoding: $0, as: UTF8.self) }
      let name = "\(MessageID.header):"
      guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
      var id = line.dropFirst(name.count).drop { $0 == " " }.withCString { MessageID($0) }
      id?.place = nil
      return id
    }
  }

  let message: Message
}
#endif
