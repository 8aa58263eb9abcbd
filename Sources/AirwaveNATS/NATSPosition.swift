#if NATS
public import Foundation

/// Where a value stands in the stream of its subject.
///
/// Positions grow along the stream. A position stays that of its value as long as the stream exists and keeps its end:
/// a server that loses its newest values gives their positions to the next ones. Pairs that have heard or sent such a
/// value end with ``NATSError/Code-swift.struct/gone``. Store the position of the last value that you have handled, and
/// begin behind it when the process starts again:
///
/// ```swift
/// import AirwaveNATS
/// import Foundation
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let mails = try await network.makeTransmitter(String.self, subject: "mails")
/// let handled = try await mails.send("read")
/// try await mails.send("unread")
/// let file = try JSONEncoder().encode(handled)
///
/// let stored = try JSONDecoder().decode(NATSPosition.self, from: file)
/// let (_, mail) = try await network.make(String.self, subject: "mails", from: .behind(stored))
/// for await value in mail.values.prefix(1) { print(value, "is behind", stored) }
/// print(stored.sequence, stored < NATSPosition(2))
/// // unread is behind 1
/// // 1 true
/// ```
public struct NATSPosition: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  /// The number of the value in the stream. The first one is 1.
  public let sequence: UInt64

  /// A position that was stored.
  public init(_ sequence: UInt64) {
    self.sequence = sequence
  }

  /// Whether a value stands before another of the same stream.
  public static func < (first: NATSPosition, second: NATSPosition) -> Bool { first.sequence < second.sequence }

  /// The number.
  public var description: String { "\(sequence)" }

  /// Reads the number.
  public init(from decoder: any Decoder) throws {
    sequence = try decoder.singleValueContainer().decode(UInt64.self)
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(sequence)
  }
}

/// A value, and what the server says of it.
///
/// ```swift
/// import AirwaveNATS
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let tasks = try await network.makeTransmitter(String.self, subject: "tasks")
/// try await tasks.send("clean", headers: ["owner": "Ann"])
///
/// let last = try await network.makeReceiver(String.self, subject: "tasks", strategy: .warm(upTo: 10))
/// last.messages.listen { message in
///   print(message.value, message.position, message.headers, message.time.timeIntervalSince1970 > 0)
/// }
/// // clean 1 ["owner": "Ann"] true
/// ```
public struct NATSMessage<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// Where it stands in the stream.
  public let position: NATSPosition
  /// When the server has stored it.
  public let time: Date
  /// What its sender has sent beside it, such as the context of a trace. Of a header with several values, the first
  /// one. Headers whose names begin with `Nats-` or `Airwave-` are left out.
  public let headers: [String: String]

  init(_ value: Value, _ content: StoredMessage.Content) {
    self.value = value
    position = NATSPosition(content.sequence)
    time = Date(timeIntervalSince1970: Double(content.time) / 1_000_000_000)
    headers = content.headers
  }
}

extension NATSMessage: Equatable where Value: Equatable {}
extension NATSMessage: Hashable where Value: Hashable {}
#endif
