#if NATS
import Airwave

/// How a server stores what is broadcast on a subject.
///
/// ```swift
/// import AirwaveNATS
///
/// var stream = NATSStream()
/// stream.name = "meters"
/// stream.storage = .memory
/// stream.replicas = 1
/// stream.backlog = 1_000_000
/// stream.maximumSize = 100_000_000
/// stream.maximumAge = .seconds(86_400)
///
/// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
/// let meters = try await network.makeTransmitter(Int.self, subject: "meters.power", stream: stream)
/// print(try await meters.send(230))
/// // 1
/// ```
///
/// The first process that makes a pair creates the stream. A stream of that name that exists already is used as it is,
/// provided that it stores the subject, and that its limits of the number of messages allow what the strategy replays.
/// If an operator has also limited the age or the size of what it keeps, `.warm(upTo:)` may replay less, and `.cold` is
/// refused.
public struct NATSStream: Sendable, Hashable {
  /// Where messages are kept. Later versions may add places, so that a `switch` needs a `default`.
  public struct Storage: Sendable, Hashable, CustomStringConvertible {
    /// On disk: they survive the server's end.
    public static var file: Storage { Storage(description: "file") }
    /// In memory: they are lost when the server ends, or all servers with a replica.
    public static var memory: Storage { Storage(description: "memory") }

    /// The name of the place, such as `file`.
    public let description: String
  }

  /// The name, or `nil` for that of the subject with `_` for each dot.
  public var name: String?
  /// Where messages are kept.
  public var storage = Storage.file
  /// How many servers of a cluster keep each message: 1, 3 or 5. A negative number stops the program when it makes a
  /// pair.
  public var replicas = 1
  /// How many messages are kept beyond those that the strategy replays, for processes that are slow or away for a
  /// while. A negative number stops the program when it makes a pair.
  public var backlog = 65_536

  /// How many messages are kept, whatever ``backlog`` says. The oldest are dropped first. `nil` means no such limit. A
  /// number that is not positive stops the program when it makes a pair.
  ///
  /// ```swift
  /// import AirwaveNATS
  ///
  /// let network = try await NATSConnection.connect(to: ["nats://127.0.0.1:4222"])
  /// var stream = NATSStream()
  /// stream.maximumCount = 2
  /// let lines = try await network.makeTransmitter(Int.self, subject: "lines", stream: stream)
  /// for line in 1...5 { try await lines.send(line) }
  ///
  /// let last = try await network.makeReceiver(Int.self, subject: "lines", strategy: .warm(upTo: 2))
  /// last.values.listen { print($0) }
  /// // 4
  /// // 5
  /// ```
  public var maximumCount: Int?
  /// How many bytes are kept, headers included. The oldest messages are dropped first. `nil` means no such limit. A
  /// number that is not positive stops the program when it makes a pair.
  public var maximumSize: Int?
  /// For how long a message is kept. `nil` means for ever. The server refuses less than 100 milliseconds.
  public var maximumAge: Duration?

  /// The stream that is named after its subject, on disk, on one server.
  public init() {}

  /// Stops the program if a number is negative (Contract 12).
  func requireValid() {
    requireNonNegative(replicas, "replicas")
    requireNonNegative(backlog, "backlog")
    if let maximumCount { requireNonNegative(maximumCount - 1, "maximumCount - 1") }
    if let maximumSize { requireNonNegative(maximumSize - 1, "maximumSize - 1") }
  }
}
#endif
