#if NATS
import Airwave
import CNATS
import Foundation
import TestSupport
import Testing

@testable import AirwaveNATS

/// Stands in for the streaming part of a cluster that keeps one stream, `numbers`, and says what a test wants: that the
/// server of the consumers is behind the one that leads the stream, for instance. The value of each message is its
/// sequence.
final class StandIn: Sendable {
  /// What the server of the consumers has.
  enum Replica {
    /// Messages up to one.
    case upTo(UInt64)
    /// Messages long ago alone: each consumer begins with the first one.
    case stale
  }

  struct State {
    /// What the server that leads the stream says.
    var extent = StreamExtent(first: 1, last: 0, count: 0)
    var subjects = "numbers"
    var replica = Replica.upTo(0)
    /// The cluster has lost everything behind these sequences, one loss after the other. What it has there was stored
    /// later.
    var losses: [UInt64] = []
    /// What is answered first to requests of a kind, such as `STREAM.CREATE`.
    var script: [String: [String]] = [:]
    /// The next message of each consumer, and the number of those that it has sent.
    fileprivate var consumers: [String: (next: UInt64, count: UInt64)] = [:]
    fileprivate var pulls: [(subject: String, consumer: String)] = []
    /// The requests, in order.
    var requests: [String] = []
  }

  static let unavailable = #"{"error": {"code": 503, "err_code": 10008, "description": "system unavailable"}}"#
  fileprivate static let noMessage =
    #"{"error": {"code": 404, "err_code": 10037, "description": "no message found"}}"#
  static let missing = #"{"error": {"code": 404, "err_code": 10059, "description": "stream not found"}}"#

  let state = Lock(State())
  /// The connection that reads the stream.
  let client = Lock(Client?.none)
  private let network: NATSConnection
  /// What the connection that reads the stream takes.
  let proxy: Proxy

  /// Begins to answer what is asked of a server that has no streams.
  init(on server: Server) async throws {
    network = try await NATSConnection.connect(to: server)
    proxy = try Proxy(to: server.port)
    var made: OpaquePointer?
    let connection = network.client.connection?.pointer
    try natsConnection_SubscribeSync(&made, connection, "$JS.API.>").check()
    try natsConnection_Flush(connection).check()
    let subscription = Handle(pointer: try #require(made))
    Thread.detachNewThread { [self] in
      while true {
        var message: OpaquePointer?
        let status = natsSubscription_NextMsg(&message, subscription.pointer, 10)
        guard status == NATS_OK || status == NATS_TIMEOUT else { break }
        if let message { answer(message) }
        natsMsg_Destroy(message)
        serve()
      }
      natsSubscription_Destroy(subscription.pointer)
    }
  }

  func close() async { await network.close() }

  /// Cuts the connection that reads the stream, and changes something before it is restored.
  func cut(_ change: () -> Void) async {
    proxy.hold(true)
    proxy.cut()
    await until {
      client.withLock { $0?.sessions ?? [] }.allSatisfy { $0.state.withLock { $0.disconnection != nil } }
    }
    change()
    proxy.hold(false)
  }

  /// All requests for messages end, as they do after half a minute.
  func endRequests() {
    let pulls = state.withLock { exchange(&$0.pulls, with: []) }
    for pull in pulls { send("", to: pull.subject, headers: [("Status", "408")]) }
  }

  private func answer(_ message: OpaquePointer) {
    guard let subject = natsMsg_GetSubject(message), let reply = natsMsg_GetReply(message) else { return }
    let words = String(cString: subject).split(separator: ".").map(String.init)
    let body = UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message)))
    let kind = words[2..<(words[3] == "MSG" ? 5 : 4)].joined(separator: ".")
    let text = state.withLock { state -> String? in
      state.requests.append(kind)
      if let next = state.script[kind]?.first {
        state.script[kind]?.removeFirst()
        return next
      }
      switch kind {
      case "STREAM.INFO", "STREAM.CREATE": return state.info
      case "STREAM.MSG.GET":
        let request = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return state.message(at: request?["seq"] as? UInt64 ?? state.extent.last)
      case "CONSUMER.CREATE":
        let request = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        let start = (request?["config"] as? [String: Any])?["opt_start_seq"] as? UInt64 ?? 1
        let name = "consumer\(state.consumers.count)"
        state.consumers[name] = (start, 0)
        return #"{"name": "\#(name)", "delivered": {"stream_seq": \#(start - 1)}, "num_pending": 0}"#
      case "CONSUMER.MSG.NEXT": state.pulls.append((String(cString: reply), words[words.count - 1]))
      case "CONSUMER.DELETE": state.pulls.removeAll { $0.consumer == words[words.count - 1] }
      default: break
      }
      return nil
    }
    if let text { send(text, to: String(cString: reply)) }
  }

  /// Sends what the server of the consumers has, or signs of life.
  private func serve() {
    for pull in state.withLock({ $0.pulls }) {
      let (sequence, delivery) = state.withLock { $0.next(of: pull.consumer) }
      if let sequence {
        deliver(sequence, delivery, of: pull.consumer)
      } else {
        send("", to: pull.subject, headers: [("Status", "100"), ("Nats-Last-Consumer", "\(delivery)")])
      }
    }
  }

  /// Has a message of a consumer arrive at the connection that reads it. Servers let no client send such messages.
  private func deliver(_ sequence: UInt64, _ delivery: UInt64, of consumer: String) {
    var made: OpaquePointer?
    let time = state.withLock { $0.time(of: sequence) }
    let (text, reply) = ("\(sequence)", "$JS.ACK.numbers.\(consumer).1.\(sequence).\(delivery).\(time).0")
    guard natsMsg_Create(&made, "numbers", reply, text, Int32(text.utf8.count)) == NATS_OK,
      let arrival = made.flatMap({ Arrival(Handle(pointer: $0), beside: nil) }), let client = client.withLock(\.self)
    else { return }
    let session = client.state.withLock { $0.consumers[arrival.delivery.consumer] }
    let rejected = session?.arrived([arrival]) ?? [arrival.message]
    destroy(rejected)
    if rejected.isEmpty, let session { client.delivering.submit(session.delivery) }
  }

  private func send(_ text: String, to subject: String, headers: [(String, String)] = []) {
    try? network.publish(text, to: subject, headers: headers)
  }
}

/// Runs a test with a connection to a cluster that a stand-in plays.
func withStandIn(
  timeout: Duration = .seconds(3_000),
  _ body: (StandIn, NATSConnection) async throws -> Void
) async throws {
  let server = try await Server(streaming: nil)
  let standIn = try await StandIn(on: server)
  var options = NATSOptions.quick(timeout: timeout)
  options.heartbeat = .milliseconds(500)
  let network = try await answered { try await NATSConnection.connect(to: [standIn.proxy.url], options: options) }
  standIn.client.withLock { $0 = network.client }
  do {
    try await body(standIn, network)
  } catch {
    await standIn.close()
    await network.close()
    throw error
  }
  await network.close()
  await standIn.close()
}

extension StandIn.State {
  var info: String {
    """
    {"config": {"name": "numbers", "subjects": ["\(subjects)"], "num_replicas": 3, "retention": "limits",
    "storage": "file", "discard": "old", "max_msgs": -1, "max_bytes": -1, "max_age": 0, "max_consumers": -1},
    "created": "then",
    "state": {"messages": \(extent.count), "first_seq": \(extent.first), "last_seq": \(extent.last),
    "last_ts": "\(written(time(of: extent.last)))"}}
    """
  }

  /// When a message was stored, in nanoseconds since 1970.
  fileprivate func time(of sequence: UInt64) -> UInt64 {
    UInt64(losses.lastIndex { sequence > $0 }.map { $0 + 2 } ?? 1)
  }

  private func written(_ time: UInt64) -> String { "1970-01-01T00:00:00.00000000\(time)Z" }

  fileprivate func message(at sequence: UInt64) -> String {
    guard (extent.first...max(extent.first, extent.last)).contains(sequence) else {
      return StandIn.noMessage
    }
    return #"{"message": {"seq": \#(sequence), "time": "\#(written(time(of: sequence)))"}}"#
  }

  /// - Returns: The message that a consumer sends next, if its server has one, and how many it has sent then.
  fileprivate mutating func next(of consumer: String) -> (sequence: UInt64?, delivery: UInt64) {
    guard let (next, count) = consumers[consumer] else { return (nil, 0) }
    let sequence: UInt64
    switch replica {
    case .stale: sequence = 1
    case .upTo(let last) where next > last: return (nil, count)
    case .upTo: sequence = next
    }
    consumers[consumer] = (sequence + 1, count + 1)
    return (sequence, count + 1)
  }
}
#endif
